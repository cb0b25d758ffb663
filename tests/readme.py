"""The pictures of README, taken of a site that runs: python -m tests.readme http://localhost:8000."""

import argparse
import io
import time
from base64 import b64encode
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from pypdfium2 import PdfDocument

from tests.screens import CHROMIUM, CHROMIUM_FLAGS, open_example, program, visit

DOCS = Path(__file__).parent.parent / "docs"
MOST_BYTES, COLOURS = 150_000, (256, 128, 64, 32)
EDITOR, TELEPHONE = {"width": 1280, "height": 860}, {"width": 380, "height": 860}
BESIDE = '<body style="margin: 0; padding: 16px; display: inline-flex; gap: 16px; background: #fff">{pictures}</body>'
PICTURE = '<img style="border: 1px solid #999; border-radius: 8px" src="data:image/png;base64,{content}">'
CARDS = "pdf/?parts=cards&paper=a4&language=en"
SHOT = "actions/shoot/?unit=0/2.0&target=1/0.0&cover=light-cover"


def save(picture: bytes, name: str) -> None:
    """Write a picture in as many colours as there is room for."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    for colours in COLOURS:
        content = io.BytesIO()
        image.quantize(colours, dither=Image.Dither.NONE).save(content, "PNG", optimize=True)
        if content.tell() <= MOST_BYTES:
            break
    (DOCS / name).write_bytes(content.getvalue())
    print(f"docs/{name}: {image.width} x {image.height}, {colours} colours, {content.tell()} bytes")


def card_page(page: Page, home: str) -> bytes:
    """The first page of cards of a list, as a picture."""
    while not (answer := page.request.get(f"{home}{CARDS}")).headers["content-type"].startswith("application/pdf"):
        time.sleep(1)
    picture = io.BytesIO()
    PdfDocument(answer.body())[0].render(scale=1.5).to_pil().save(picture, "PNG")
    return picture.getvalue()


def battle(page: Page, home: str) -> str:
    """The address of a battle of a list with another one of the player."""
    page.goto(f"{home}play/")
    page.locator("#new-battle details.more > summary").click()
    page.locator("#new-battle input[name=others]").first.check()
    page.locator("#new-battle button.button").last.click()
    page.wait_for_url("**/battles/*/**")
    return page.url.partition("?")[0].partition("#")[0]


def beside(page: Page, *pictures: bytes) -> bytes:
    """Pictures in one; `page` is blank: those of the site take no pictures from elsewhere."""
    images = "".join(PICTURE.format(content=b64encode(picture).decode()) for picture in pictures)
    page.set_content(BESIDE.format(pictures=images))
    page.wait_for_load_state("networkidle")
    return page.locator("body").screenshot()


def shown(page: Page, address: str, size: dict) -> bytes:
    page.set_viewport_size(size)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return page.screenshot()


def take(browser: Browser, site: str) -> None:
    page = visit(browser, site, EDITOR, locale="en-GB", color_scheme="light")
    open_example(page, "rbn")
    home = open_example(page, "rbn")
    page.get_by_role("button", name="Got it").click()
    save(card_page(page, home), "cards.png")
    fought = battle(page, home)
    pictures = shown(page, f"{home}?unit=0", EDITOR), shown(page, fought + SHOT, TELEPHONE)
    save(beside(browser.new_page(viewport={"width": 1800, "height": 900}), *pictures), "editor.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", nargs="?", default="http://localhost:8000")
    site = parser.parse_args().site
    with sync_playwright() as playwright:
        path = program(*CHROMIUM, package="chromium")
        take(playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS), site)


if __name__ == "__main__":
    main()
