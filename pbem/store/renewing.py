"""New keys for a game whose file `keys` is lost for ever.

It is a run beside the windows: its folder holds the new sheet of commitments and, until all is
done, the new keys. The folder is written first and at once; what a kill left undone after it, the
same command does. Every later head and report says who renewed the keys, and why.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import AuditError, PbemError, UsageError
from pbem.core.orders.orders import open_window, read_orders, sha256
from pbem.core.record.events import EventDoesNotFit, apply, event_from
from pbem.moderation.amend import REKEYS, Beside, Renewal, renew
from pbem.store.beside import Made
from pbem.store.commitments import SHEET, Commitments, is_fixed, renewed_text, sheet_of
from pbem.store.directory import REPORT, GameDirectory, RunName
from pbem.store.ends import begins_anew
from pbem.store.files import files_in, inside, move, write_file, write_folder
from pbem.store.inputs import ROSTER, data_hashes, keep_data, source
from pbem.store.keys import GameKeys, keys_text, new_keys
from pbem.store.pending import waiting
from pbem.store.programs import program_of
from pbem.store.reconciling import reconcile
from pbem.store.register import Story
from pbem.store.reporting import beside_reports
from pbem.store.rules import rules_kept
from pbem.store.soundness import check_closed, check_program, check_roster
from pbem.store.texts import private_names, run_texts

KEYS: Final = "keys"


def renew_keys(directory: GameDirectory, author: str, reason: str) -> Made:
    """Make new keys in place of lost ones, or end what a kill left; the caller holds the lock."""
    check_closed(directory)
    if not (author.strip() and reason.strip()):
        raise UsageError("new keys need somebody who says so, and why: --author, --reason")
    _refuse_present(directory)
    if (inside(directory.root, directory.folder(directory.latest)) / KEYS).is_file():
        return _put_in_place(directory)
    check_program(directory)
    story = reconcile(directory)
    check_roster(directory)
    sheet = sheet_of(directory)
    _refuse_unready(directory, sheet)
    _refuse_known_orders(directory)
    _check_positions(directory)
    _write(directory, story, sheet, {"author": author, "reason": reason})
    return _put_in_place(directory)


# --- when keys may be renewed --------------------------------------------------------------------


def _refuse_present(directory: GameDirectory) -> None:
    path = directory.root / KEYS
    if path.exists() or path.is_symlink():
        raise PbemError(
            f"{path} is here: nobody renews keys that are not lost",
            hint=f"pbem keys {path} --game {directory.root} tells whether they are the game's; "
            "if not, put them elsewhere",
        )


def _refuse_unready(directory: GameDirectory, sheet: Commitments) -> None:
    """Refuse a game that lost nothing, or that stands in the midst of a run."""
    root, number = directory.root, directory.latest.number + 1
    if sheet.seed is not None:
        raise PbemError(
            f"the keys of this game come from the seed that stands in {root / SHEET}",
            hint=f"write {root / KEYS} anew, with the rows format: pbem-keys/1, game and seed",
        )
    if not is_fixed(directory):
        raise PbemError(
            "this game has not begun: nothing hangs on its keys yet", hint="make it anew: pbem new"
        )
    if waiting(root, number) or (root / "sealed" / str(number)).is_dir():
        raise PbemError(
            f"run {number} has begun or is sealed with the keys that are lost",
            hint=f"take it back first: pbem rewind --game {root} --to {directory.latest}",
        )


def _refuse_known_orders(directory: GameDirectory) -> None:
    """Whoever makes keys after he has the orders could choose the dice."""
    root, state = directory.root, directory.state()
    window = open_window(directory.game, state)
    folder = source(directory, state.clock.run + 1) / "orders"
    for path in files_in(root, folder, "*.yaml"):
        if read_orders(directory.game, directory.read(path), str(path)).window in ("", window):
            raise PbemError(
                f"{path}: orders of the open window are here; whoever makes new keys now could "
                "choose their dice",
                hint="take them away, renew the keys, publish the new sheet, and ask for new "
                "orders with another `luck`",
            )


def _check_positions(directory: GameDirectory) -> None:
    """Refuse a position to which the logs do not lead: without keys no digest of it is at hand."""
    for run in directory.runs[1:]:
        state = directory.state(directory.before(run))
        entries = directory.entries(directory.folder(run))
        try:
            made = apply(state, [event_from(e.body) for e in entries if e.kind == "event"])
        except (EventDoesNotFit, LookupError, TypeError, ValueError, AttributeError):
            made = None
        if made != directory.state(run):
            raise AuditError(
                f"{directory.folder(run)}: the state is not the one that its log leads to",
                hint="restore the folder",
            )


# --- what is written -----------------------------------------------------------------------------


def _write(directory: GameDirectory, story: Story, sheet: Commitments, who: dict[str, str]) -> None:
    """The folder of the run, with the new sheet and the new keys in it."""
    state, latest = directory.state(), directory.latest
    run = RunName(latest.number, latest.amendment + 1)
    keys = new_keys(state.game)
    about = {"sheet": sheet.sha256, "run": str(run), **who}
    text = renewed_text(sheet, keys, state, about)
    said = Renewal(who["author"], who["reason"], sheet.sha256, sha256(text.encode()))
    outcome = renew(state, said, _beside(directory, story, keys, (run, said)))
    reports = beside_reports(directory, directory.game, run, outcome)
    keep_data(directory)
    roster = directory.read(directory.root / ROSTER)
    files = run_texts(outcome, reports, {ROSTER: roster})
    private = [*private_names(files), KEYS]
    files |= {SHEET: text, KEYS: keys_text(keys)}
    write_folder(inside(directory.root, directory.folder(run)), files, private=private)


def _beside(
    directory: GameDirectory, story: Story, keys: GameKeys, said: tuple[RunName, Renewal]
) -> Beside:
    """How the run is joined to its game: its head tells of the new chain, which no run has used."""
    run, renewal = said
    after = story.renewed({"run": str(run), **renewal.data()})
    begins = begins_anew(directory, directory.state(), directory.latest)
    joined = {"commitments": renewal.new, **begins, **after.head(None)} | rules_kept(directory)
    run_keys = keys.of_run(run.number, after.next_key).of_beside(str(run))
    program = program_of(directory.game.system)
    roster = directory.read(directory.root / ROSTER)
    files = {ROSTER: run_keys.fingerprint(roster), **data_hashes(directory)}
    return Beside(run_keys, directory.last_line(directory.latest), program, joined, files)


def _put_in_place(directory: GameDirectory) -> Made:
    """The sheets and the keys to where the game has them; done again, it comes to the same."""
    root, run = directory.root, directory.latest
    folder = inside(root, directory.folder(run))
    header = directory.header(folder)
    kept = root / f"{SHEET.removesuffix('.yaml')}-{len(header['earlier'])}.yaml"
    path = inside(root, root / SHEET)
    present = directory.read(path)
    if sha256(present) == header[REKEYS]["from"]:
        write_file(inside(root, kept), present)
        write_file(path, directory.read(folder / SHEET))
    move(folder / KEYS, inside(root, root / KEYS))
    reconcile(directory)
    return Made(run, folder, directory.text(folder / REPORT))
