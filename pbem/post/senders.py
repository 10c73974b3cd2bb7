"""Whose a letter is: who wrote it, and why a file in it is not his whose name it bears.

Decides: which player writes from an address, that a player's files come from his address and with
his passphrase where he has them, that a deputy's come from the deputy.
Leaves to `receiving`: what becomes of a letter; to `passphrases`: how they are kept and compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.addresses import address_in
from pbem.post.cleaning import passphrase_in
from pbem.post.letters import Letter
from pbem.post.limits import Tries
from pbem.post.passphrases import passphrases
from pbem.store.directory import GameDirectory

_BY_HAND: Final = "if you know that it is his, hand its file in: pbem receive --by-hand FILE"


def addresses(directory: GameDirectory) -> dict[str, str]:
    """The players' addresses as game.yaml has them, in small letters; only of those who have one.

    One that cannot be read is there as it is typed: no letter comes from it.
    """
    typed = {name: player.address for name, player in directory.roster.players.items()}
    return {name: address_in(said) or said for name, said in typed.items() if said.strip()}


def unwritten(directory: GameDirectory) -> tuple[str, ...]:
    """A line for each player whose address cannot be read: nobody can write to him."""
    players = sorted(directory.roster.players.items())
    return tuple(
        f"{name} gets no letter, and sends none: '{player.address}' in game.yaml is not one "
        "address that can be read"
        for name, player in players
        if player.address.strip() and not address_in(player.address)
    )


def writer_by_address(directory: GameDirectory, sender: str) -> str:
    """The player who writes from an address; nobody where none or several do."""
    named = [name for name, address in addresses(directory).items() if address == sender]
    return named[0] if len(named) == 1 and sender else ""


def writer_of(directory: GameDirectory, player: str, deputy: str) -> str:
    """Whose letter a file must come in, and who is answered: the player, or his named deputy.

    Whoever calls himself a deputy and is none gets no receipt: it tells what its player sees.
    """
    known = directory.roster.players.get(player)
    is_deputy = known is not None and deputy and deputy == known.deputy
    return deputy if is_deputy else player


def refused(
    directory: GameDirectory, letter: Letter, player: str, deputy: str, *, tries: Tries
) -> str:
    """Why a file that bears these names is not of who wrote its letter; nothing if it may be.

    An address can be forged, so a player who has a passphrase says it, too. Where game.yaml has no
    address of his it is enough, in a letter of any sender; but a sender there must be.
    """
    if letter.by_hand:
        return ""
    who = writer_of(directory, player, deputy)
    if who not in directory.roster.players:
        stranger = not writer_by_address(directory, letter.sender)
        return f"it bears the name '{who}', who is none of the game's players" if stranger else ""
    address, kept = addresses(directory).get(who, ""), passphrases(directory).get(who, "")
    if not letter.sender:
        whose = f"{who}, who writes from {address}" if address else who
        return f"it bears the name of {whose}, but {letter.nobody}; {_BY_HAND}"
    if address and letter.sender != address:
        return f"it bears the name of {who}, who writes from {address}"
    if kept and (why := tries.trouble(who, kept)):
        return f"it bears the name of {who} {why}"
    if not address and not kept:
        return f"game.yaml has no address of {who}, and there is no passphrase"
    return ""


def phrases_said(letter: Letter) -> Iterator[str]:
    """The passphrases that a letter says."""
    for text in letter.texts:
        if said := passphrase_in(text.said):
            yield said
