"""docs/verify.html in a real browser, from the disk and without a network: `make browser`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait

from page import PAGE, ROOT

CHROMIUM: Final = shutil.which("chromium")
DRIVER: Final = shutil.which("chromedriver")
GAME: Final = ROOT / "tests" / "golden" / "toy-duel" / "2" / "played"
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
needed = pytest.mark.skipif(
    not (CHROMIUM and DRIVER),
    reason="no chromium on this machine; `make browser` says what to install",
)
pytestmark = needed


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDriver]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    service = webdriver.ChromeService(executable_path=str(DRIVER))
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


@pytest.fixture
def page(browser: WebDriver) -> WebDriver:
    browser.get(PAGE.as_uri())
    return browser


def choose(page: WebDriver, *paths: Path) -> dict[str, str]:
    """Files are chosen; each check with its result, when the page has them all."""
    page.find_element(By.ID, "files").send_keys("\n".join(str(path) for path in paths))
    result = page.find_element(By.ID, "result")
    WebDriverWait(page, 20).until(lambda _: result.get_attribute("data-result"))
    rows = page.find_elements(By.CSS_SELECTOR, "[data-check]")
    return {str(r.get_attribute("data-check")): str(r.get_attribute("data-result")) for r in rows}


def verdict(page: WebDriver) -> str:
    return page.find_element(By.CSS_SELECTOR, "#verdict strong").text


def problems(page: WebDriver) -> list[object]:
    """What the browser itself complains about: scripts that fail, or that ask for the network."""
    return [row for row in page.get_log("browser") if row["level"] == "SEVERE"]


def test_a_player_chooses_his_files(page: WebDriver) -> None:
    found = choose(page, *sorted(GAME.iterdir()))
    assert verdict(page) == "Nothing disagrees."
    for check in ("chain", "tail", "keys", "dice", "seals", "states"):
        assert found[check] == "agrees", check
    assert found["replay"] == "not proved"
    assert problems(page) == []


def test_a_forged_log_is_shown(page: WebDriver, tmp_path: Path) -> None:
    text = (GAME / "ledger.jsonl").read_text()
    forged = tmp_path / "ledger.jsonl"
    forged.write_text(text.replace('"kind":"event"', '"kind":"order"', 1))
    found = choose(page, forged)
    assert found["chain"] == "disagrees"
    assert verdict(page) == "Something disagrees."
    assert "was changed" in page.find_element(By.ID, "verdict").text


def test_more_files_come_one_after_the_other_and_all_are_taken_away(page: WebDriver) -> None:
    assert choose(page, GAME / "ledger.jsonl")["tail"] == "not proved"
    page.execute_script("document.getElementById('result').dataset.result = ''")
    assert choose(page, GAME / "report.txt")["tail"] == "agrees"
    page.find_element(By.ID, "clear").click()
    assert page.find_elements(By.CSS_SELECTOR, "[data-check]") == []


def test_markup_in_a_file_stays_text(page: WebDriver, tmp_path: Path) -> None:
    mark = "<img src=x onerror=\"document.title='broken'\"><b>bold</b>"
    log = tmp_path / "log.jsonl"
    text = (GAME / "ledger.jsonl").read_text().replace('"game":"toy-1"', '"game":"<b>x</b>"')
    log.write_text(text.replace('"pbem":"0.1.0"', f'"pbem":{mark_json(mark)}'))
    strange = tmp_path / "<b>strange<b>.txt"
    strange.write_text(mark)
    choose(page, log, strange)
    shown = page.find_element(By.ID, "result")
    assert mark in shown.text and "<b>strange<b>.txt" in shown.text
    assert shown.find_elements(By.CSS_SELECTOR, "b, img") == []
    assert page.title == "pbem: check your game"


def mark_json(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_it_fits_a_narrow_phone_and_a_desk(page: WebDriver, width: int) -> None:
    """Nothing is wider than the window: the page never scrolls sideways."""
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    choose(page, *sorted(GAME.iterdir()))
    wide = page.execute_script("return document.documentElement.scrollWidth")
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert wide <= width
