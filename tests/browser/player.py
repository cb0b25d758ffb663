"""A player at a page, who clicks on what he sees."""

import io

import pypdf
from playwright.sync_api import expect


class Player:
    """Somebody at a page who clicks on what he sees."""

    def __init__(self, page):
        self.page = page

    def new_list(self, name, allegiance, activity, budget="300", **selects):
        page = self.page
        self.begin("rbn", name)
        page.locator(f'label:has(input[name="budget"][value="{budget}"])').click()
        page.locator(
            f'label:has(> input[name="allegiance"][value="{allegiance}"]), [name="allegiance"][value="{allegiance}"]'
        ).first.click()
        for field, value in selects.items():
            page.select_option(f"[name={field}]", value)
        page.locator(f'label:has(input[name="activity"][value="{activity}"])').click()
        return self.go()

    def begin(self, game, name):
        """To the form of a new list."""
        self.page.goto(f"/new/{game}/")
        self.page.fill("#name", name)
        return self

    def go(self):
        """Send the form of a new list."""
        self.page.locator("main form button").last.click()
        expect(self.page.locator("#bar")).to_be_visible()
        return self

    def new(self, game, name, **choices):
        """A new list of a game; `choices` are radio buttons of its head by their names."""
        self.begin(game, name)
        for field, value in choices.items():
            self.page.locator(f'label:has(input[name="{field}"][value="{value}"])').click()
        return self.go()

    def write(self, form, **fields):
        """Fill the fields of a form (by its id) and send it; wait for the state after it."""
        before, at = self.page.locator("#revision").input_value(), self.page.locator(f"#{form}")
        self.unfold(f"#{form}")
        for name, value in fields.items():
            field = at.locator(f'[name="{name}"]')
            if field.evaluate("one => one.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        at.locator("button").last.click()
        expect(self.page.locator("#revision")).not_to_have_value(before)
        return self

    def do(self, *commands):
        """Click the button of each edit, and wait until the page shows the state after it."""
        for command in commands:
            button = self.button(command)
            before = self.page.locator("#revision").input_value()
            self.open_unit_of(command)
            self.reach(button, command)
            button.click()
            expect(self.page.locator("#revision")).not_to_have_value(before)
        return self

    def open_unit_of(self, command):
        """Open the unit that an edit is about, where only its open card has the button."""
        verb, *words = command.split()
        on_strip = verb in ("move", "duplicate", "remove")
        if words and words[0].isdigit() and not on_strip and not self.page.locator(f"#opened-{words[0]}").count():
            self.open(int(words[0]))

    def reach(self, button, command):
        """Open what hides a button: a picker that is closed, a folded section; leave the picker for what is outside."""
        picker = self.page.locator(".picker")
        inside = button.locator("xpath=ancestor::*[@popover='manual']").count()
        if inside and not picker.is_visible():
            self.page.locator(".picker-open").click()
        elif not inside and self.page.locator(".picker:popover-open").count():
            self.page.locator(".picker-done").click()
            expect(picker).to_be_hidden()
        self.unfold(f'button[value="{command}"]')

    def unfold(self, inside):
        """Open the folded sections around an element, the outer one first."""
        summary = self.page.locator(f"details:not([open]):has({inside}) > summary").first
        while summary.is_visible():
            summary.click()

    def button(self, command):
        return self.page.locator(f'button[value="{command}"]').first

    def open(self, index):
        self.page.locator(f"#head-{index}").click()
        expect(self.page.locator(f"#opened-{index}")).to_be_visible()
        return self

    def points(self):
        return self.page.locator("#bar .gauge b").first.inner_text()

    def sees(self, *words):
        found = self.page.locator("#findings, .card-findings")
        for word in words:
            expect(found.filter(has_text=word).first).to_be_visible()
        return self

    def sees_legal(self):
        expect(self.page.locator("#bar .stamp")).to_have_class("stamp ok")
        return self

    def sees_to_do(self):
        """Something is still missing, nothing is wrong."""
        expect(self.page.locator("#bar .stamp")).to_have_class("stamp todo")
        return self

    def sees_illegal(self):
        expect(self.page.locator("#bar .stamp")).to_have_class("stamp bad")
        return self

    def share_link(self):
        self.page.locator('a[href$="/links/"]').first.click()
        return self.page.locator('input[value*="/s/"]').first.input_value()


def let_in(page, key):
    """Follow the edit link of a list as far as its cookie; the list itself is not shown, which costs half a test."""
    assert page.request.get(f"/e/{key}/", max_redirects=0).status == 302


# Unlike GET it does not ask the service worker first.
NO_NET = "() => fetch('/about/', {method: 'HEAD'}).then(() => false, () => true)"


def lose_net(page):
    """From here on nothing reaches the site: Chromium may still send what is asked for while it turns the net off."""
    page.context.set_offline(True)
    for tab in page.context.pages:
        tab.wait_for_function(NO_NET)


def text_of(page, url):
    """The text of a PDF that the page's visitor may load."""
    response = page.request.get(url)
    assert response.headers["content-type"] == "application/pdf"
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(response.body())).pages)
