"""What a log names as own data is made anew in a folder apart, and nowhere else."""

from __future__ import annotations

import pytest

from pbem.audit.owndata import _stays_inside


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("map.yaml", True),
        ("charts/terrain.yaml", True),
        ("sheets/my map.yaml", True),
        ("../map.yaml", False),
        ("charts/../../map.yaml", False),
        ("/etc/map.yaml", False),
        ("a\0b.yaml", False),
        ("", False),
    ],
)
def test_a_name_leads_to_no_other_folder(name: str, inside: bool) -> None:
    assert _stays_inside(name) is inside
