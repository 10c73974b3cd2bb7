"""What several commands share: options, output, and how trouble is told."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from pbem.core.data.findings import EXIT_BUG, EXIT_FINDINGS, Finding, PbemError

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(path_type=Path)

format_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the answer is written.",
)


def game_option(required: bool = False) -> Callable[[F], F]:
    """--game DIR."""
    return click.option(
        "--game", "game", type=FILE, metavar="DIR", required=required, help="A game directory."
    )


def state_option() -> Callable[[F], F]:
    """--state FILE."""
    return click.option("--state", "state", type=FILE, metavar="FILE", help="A state file.")


def echo_json(data: Any) -> None:
    """Data as JSON, readable."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def finding_data(finding: Finding) -> dict[str, Any]:
    """A finding as plain data."""
    where = finding.where
    return {
        "severity": str(finding.severity),
        "code": finding.code,
        "file": where.file if where else "",
        "line": where.line if where else 0,
        "column": where.column if where else 0,
        "message": finding.message,
        "hint": finding.hint,
        "cite": finding.cite,
    }


def echo_findings(findings: Iterable[Finding]) -> None:
    """Findings on the error stream, one after the other."""
    for finding in findings:
        click.echo(str(finding), err=True)


def write_out(path: Path, text: str) -> None:
    """A text to a file that the user named."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as trouble:
        raise PbemError(f"{path}: cannot be written: {trouble.strerror}") from None


# --- trouble ---------------------------------------------------------------------------------


def tell(trouble: BaseException) -> int:
    """Say what went wrong, in one message, and return the exit code."""
    if isinstance(trouble, PbemError):
        return _tell_ours(trouble)
    if isinstance(trouble, click.ClickException):
        trouble.show()
        return trouble.exit_code
    if isinstance(trouble, (KeyboardInterrupt, click.Abort)):
        click.echo("stopped; nothing was written", err=True)
        return 130
    if isinstance(trouble, BrokenPipeError):
        sys.stderr.close()
        return 141
    if isinstance(trouble, SystemExit):
        return 141  # click leaves so when nobody reads the output any more
    if isinstance(trouble, OSError):
        where = trouble.filename or "the output"
        click.echo(f"pbem: {where}: {trouble.strerror or trouble}", err=True)
        return EXIT_FINDINGS
    return _tell_bug(trouble)


def _tell_ours(trouble: PbemError) -> int:
    if str(trouble) not in {str(finding) for finding in trouble.findings}:
        click.echo(f"pbem: {trouble.message}", err=True)
    echo_findings(trouble.findings)
    if trouble.hint:
        click.echo(f"    {trouble.hint}", err=True)
    return trouble.exit_code


def _tell_bug(trouble: BaseException) -> int:
    """One line, and the details in a file of their own."""
    import os
    import tempfile
    import traceback

    lines = ["pbem " + " ".join(sys.argv[1:]) + "\n\n", *traceback.format_exception(trouble)]
    try:
        handle, name = tempfile.mkstemp(prefix="pbem-bug-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.writelines(lines)
        saved = f"the details are in {name}"
    except OSError as full:
        saved = f"the details could not be saved: {full.strerror}"
    click.echo(f"pbem: a bug of ours ({type(trouble).__name__}); {saved}", err=True)
    return EXIT_BUG
