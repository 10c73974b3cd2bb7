"""What the economy brings to play.

Decides nothing. Leaves the steps to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.world.position import Position
from pbem.systems.wif.economy.bombardment import SECTION as BOMBARDMENT
from pbem.systems.wif.economy.bombardment_verdicts import BombardmentVerdict, bombardment_lines
from pbem.systems.wif.economy.building import BUILD
from pbem.systems.wif.economy.chits import CHITS
from pbem.systems.wif.economy.construction import ABANDON, CONSTRUCTION
from pbem.systems.wif.economy.dividing import BREAK_DOWN, REFORM
from pbem.systems.wif.economy.economy_verdicts import (
    BuildVerdict,
    BuiltWorksVerdict,
    ChitsVerdict,
    DividedVerdict,
    ExilesVerdict,
    ForeignVerdict,
    IntelligenceVerdict,
    LendLeaseVerdict,
    LocalUnitsVerdict,
    PlacedVerdict,
    PointsArrivedVerdict,
    ProductionVerdict,
    ReformedVerdict,
    RepairsVerdict,
    SavedVerdict,
    ScrapVerdict,
    TradeChoiceVerdict,
    TrainingVerdict,
    UkrainePaidVerdict,
    UpgradeVerdict,
    WorksVerdict,
    WreckVerdict,
    build_lines,
    built_works_lines,
    chits_lines,
    divided_lines,
    exiles_lines,
    foreign_lines,
    intelligence_lines,
    lend_lease_lines,
    local_units_lines,
    placed_lines,
    points_arrived_lines,
    production_lines,
    reformed_lines,
    repairs_lines,
    saved_lines,
    scrap_lines,
    trade_choice_lines,
    training_lines,
    ukraine_paid_lines,
    upgrade_lines,
    works_lines,
    wreck_lines,
)
from pbem.systems.wif.economy.evacuation import SECTION as FACTORIES
from pbem.systems.wif.economy.exiles import EXILES
from pbem.systems.wif.economy.foreign_units import FOREIGN
from pbem.systems.wif.economy.heavy_weapons import UPGRADE
from pbem.systems.wif.economy.intelligence import INTELLIGENCE
from pbem.systems.wif.economy.overview import stocks
from pbem.systems.wif.economy.production import ROUTES
from pbem.systems.wif.economy.repairs import REPAIR
from pbem.systems.wif.economy.saving import GOODS_ORDERS
from pbem.systems.wif.economy.scrapping import SCRAP
from pbem.systems.wif.economy.sharing import SHARE
from pbem.systems.wif.economy.soviet_trade import TRADE
from pbem.systems.wif.economy.track_damage import DAMAGE
from pbem.systems.wif.economy.track_rail import RAIL_TRACK
from pbem.systems.wif.economy.track_verdicts import (
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
from pbem.systems.wif.economy.training import PILOTS
from pbem.systems.wif.economy.ukraine_price import UKRAINE
from pbem.systems.wif.economy.works_orders import PLACE_WORKS, WORKS
from pbem.systems.wif.economy.wrecking import WRECK

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
