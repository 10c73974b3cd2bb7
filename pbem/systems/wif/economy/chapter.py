"""What the economy brings to play.

Decides nothing. Leaves the steps to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.economy.bombardment import SECTION as BOMBARDMENT
from pbem.systems.flames.economy.bombardment_verdicts import BombardmentVerdict, bombardment_lines
from pbem.systems.flames.economy.building import BUILD
from pbem.systems.flames.economy.economy_verdicts import (
    BuildVerdict,
    ForeignVerdict,
    LendLeaseVerdict,
    ProductionVerdict,
    ScrapVerdict,
    build_lines,
    foreign_lines,
    lend_lease_lines,
    production_lines,
    scrap_lines,
)
from pbem.systems.flames.economy.evacuation import SECTION as FACTORIES
from pbem.systems.flames.economy.foreign_units import FOREIGN
from pbem.systems.flames.economy.overview import stocks
from pbem.systems.flames.economy.production import ROUTES
from pbem.systems.flames.economy.scrapping import SCRAP
from pbem.systems.flames.kits.dividing import (
    BREAK_DOWN,
    REFORM,
    DividedVerdict,
    ReformedVerdict,
    divided_lines,
    reformed_lines,
)
from pbem.systems.flames.kits.heavy.upgrading import UPGRADE, UpgradeVerdict, upgrade_lines
from pbem.systems.flames.kits.local_pools import LocalUnitsVerdict, local_units_lines
from pbem.systems.flames.kits.offensive.chits import (
    CHITS,
    ChitsVerdict,
    PointsArrivedVerdict,
    chits_lines,
    points_arrived_lines,
)
from pbem.systems.flames.kits.pilots.training import PILOTS, TrainingVerdict, training_lines
from pbem.systems.flames.kits.stores.saving import GOODS_ORDERS, SavedVerdict, saved_lines
from pbem.systems.flames.kits.tracks.construction import ABANDON, CONSTRUCTION
from pbem.systems.flames.kits.tracks.damage import DAMAGE
from pbem.systems.flames.kits.tracks.rail import RAIL_TRACK
from pbem.systems.flames.kits.tracks.sharing import SHARE
from pbem.systems.flames.kits.tracks.verdicts import (
    AbandonedVerdict,
    ConstructionVerdict,
    OntoTracksVerdict,
    StartedVerdict,
    TrackDamageVerdict,
    abandoned_lines,
    construction_lines,
    onto_tracks_lines,
    started_lines,
    track_damage_lines,
)
from pbem.systems.flames.kits.works.orders import PLACE_WORKS, WORKS
from pbem.systems.flames.kits.works.repairs import REPAIR
from pbem.systems.flames.kits.works.verdicts import (
    BuiltWorksVerdict,
    PlacedVerdict,
    RepairsVerdict,
    WorksVerdict,
    WreckVerdict,
    built_works_lines,
    placed_lines,
    repairs_lines,
    works_lines,
    wreck_lines,
)
from pbem.systems.flames.kits.works.wrecking import WRECK
from pbem.systems.flames.world.position import Position
from pbem.systems.wif.economy.exiles import EXILES, ExilesVerdict, exiles_lines
from pbem.systems.wif.economy.intelligence import (
    INTELLIGENCE,
    IntelligenceVerdict,
    intelligence_lines,
)
from pbem.systems.wif.economy.soviet_trade import TRADE, TradeChoiceVerdict, trade_choice_lines
from pbem.systems.wif.economy.ukraine_price import UKRAINE, UkrainePaidVerdict, ukraine_paid_lines

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(
        BOMBARDMENT,
        FACTORIES,
        RAIL_TRACK,
        BREAK_DOWN,
        ABANDON,
        CONSTRUCTION,
        GOODS_ORDERS,
        TRADE,
        FOREIGN,
        ROUTES,
        SHARE,
        SCRAP,
        UPGRADE,
        REPAIR,
        WORKS,
        PILOTS,
        INTELLIGENCE,
        CHITS,
        UKRAINE,
        BUILD,
        REFORM,
        WRECK,
        PLACE_WORKS,
    ),
    kinds=(EXILES, DAMAGE),
    verdicts={
        BombardmentVerdict: bombardment_lines,
        ProductionVerdict: production_lines,
        ForeignVerdict: foreign_lines,
        LendLeaseVerdict: lend_lease_lines,
        LocalUnitsVerdict: local_units_lines,
        ExilesVerdict: exiles_lines,
        UkrainePaidVerdict: ukraine_paid_lines,
        BuildVerdict: build_lines,
        SavedVerdict: saved_lines,
        ChitsVerdict: chits_lines,
        IntelligenceVerdict: intelligence_lines,
        PointsArrivedVerdict: points_arrived_lines,
        ScrapVerdict: scrap_lines,
        TradeChoiceVerdict: trade_choice_lines,
        TrainingVerdict: training_lines,
        UpgradeVerdict: upgrade_lines,
        DividedVerdict: divided_lines,
        ReformedVerdict: reformed_lines,
        RepairsVerdict: repairs_lines,
        WorksVerdict: works_lines,
        WreckVerdict: wreck_lines,
        BuiltWorksVerdict: built_works_lines,
        PlacedVerdict: placed_lines,
        AbandonedVerdict: abandoned_lines,
        ConstructionVerdict: construction_lines,
        OntoTracksVerdict: onto_tracks_lines,
        StartedVerdict: started_lines,
        TrackDamageVerdict: track_damage_lines,
    },
    briefing=(stocks,),
)
