"""What reports say of how a scenario begins and who wins it.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import verdict_from
from pbem.systems.awaw.victory.allotting import Means, MeansVerdict
from pbem.systems.awaw.victory.deciding import SIDES, Contender, VictoryVerdict
from pbem.systems.awaw.victory.deploying import DeploymentVerdict
from pbem.systems.awaw.victory.resigning import ConcededVerdict, WithdrawnVerdict
from pbem.systems.awaw.world.telling import told_units


def deployment_lines(verdict: DeploymentVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of powers that have set up."""
    names = ", ".join(map(scene.title, verdict.powers))
    head = f"SET-UP of {names}" + ("" if verdict.moved else ": as the scenario proposes")
    rows = [
        f"{told_units(scene, [one.part])}: {scene.place(one.goal)}, not {scene.place(one.origin)}"
        for one in verdict.moved
    ]
    after = ", ".join(map(scene.title, verdict.following))
    return (head, *rows, f"then sets up: {after}" if after else "all powers have set up")


def means_lines(verdict: MeansVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of what powers begin with."""
    return ("WHAT POWERS BEGIN WITH", *(_means(one, scene) for one in verdict.means))


def _means(one: Means, scene: Scene) -> str:
    source = f"base {one.base}" + (f", {one.others} from elsewhere" if one.others else "")
    more = [f"grows by {one.growth} %"]
    more += [f"{one.rps} research points"] if one.rps else []
    more += [f"{one.airbases} airbases"] if one.airbases else []
    return f"{scene.title(one.power)}: {one.base + one.others} BRPs ({source}); {', '.join(more)}"


def conceded_lines(verdict: ConcededVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a side that concedes."""
    return (f"CONCEDED: the {scene.title(verdict.side)} side",)


def withdrawn_lines(verdict: WithdrawnVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a player who withdraws."""
    old = ", ".join(name.title() for name in verdict.old)
    return (f"WITHDRAWN: {old}; {verdict.to.title()} plays {scene.title(verdict.power)}",)


def victory_lines(verdict: VictoryVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of who has won."""
    return ("VICTORY: " + _won(verdict, scene), *_why(verdict, scene))


def result(scene: Scene) -> Sequence[str]:
    """Who has won a game that is over."""
    told = (e for e in scene.entries if e.kind == "verdict" and e.body["verdict"] == "victory")
    found = [verdict_from(VictoryVerdict, e.facts) for e in told]
    return [f"Won by {_won(one, scene)}" for one in found if one.winners]


def _won(verdict: VictoryVerdict, scene: Scene) -> str:
    names = ", ".join(_called(verdict, name, scene) for name in verdict.winners)
    if not names:
        return "nobody" + " alone: both sides are equal" * (verdict.two_sides and _any(verdict))
    return names


def _any(verdict: VictoryVerdict) -> bool:
    return any(one.level for one in verdict.reached)


def _called(verdict: VictoryVerdict, name: str, scene: Scene) -> str:
    found = next((one.who for one in verdict.reached if one.who.name == name), None)
    return _whose(found, scene) if found else f"the {scene.title(name)} side"


def _whose(who: Contender, scene: Scene) -> str:
    if who.name in SIDES:
        return f"the {scene.title(who.name)} side"
    players = ", ".join(name.title() for name in who.players)
    return f"{players} ({' or '.join(map(scene.title, who.powers))})"


def _why(verdict: VictoryVerdict, scene: Scene) -> Iterator[str]:
    if verdict.conceded:
        yield f"the {scene.title(verdict.conceded)} side has conceded"
    for one in verdict.reached:
        yield f"{_whose(one.who, scene)}: " + (f"level {one.level}" if one.level else "no victory")
    held = [f"{scene.title(name)} {many}" for name, many in verdict.objectives.items()]
    if held:
        yield f"objectives held: {', '.join(held)}"
    elif not verdict.map_tells and verdict.reached:
        yield "the map of this game marks no objectives: count them on yours"
    if verdict.conquered:
        yield f"conquered: {', '.join(map(scene.title, verdict.conquered))}"
