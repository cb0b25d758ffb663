"""Windows of the tests' Chromium, handed from test to test: a new one costs as much as three pages."""

from django.contrib.staticfiles.handlers import StaticFilesHandler
from playwright.sync_api import Browser, Error, Page

MOST = 4  # that wait for their next test; each is a process of 60 MB
EMPTY = "/static/favicon.svg"  # of the site, so that the process stays; it runs no script


def keep_static_files(patch) -> None:
    """Let windows load each static file once, as under its name of a deployed site. patch -- a `pytest.MonkeyPatch`"""
    serve = StaticFilesHandler.serve

    def serve_for_good(handler, request):
        response = serve(handler, request)
        response["Cache-Control"] = "max-age=86400, immutable"
        return response

    patch.setattr(StaticFilesHandler, "serve", serve_for_good)


class Window:
    """A browser with cookies and storage of its own, and one page."""

    def __init__(self, browser: Browser, patience: int, options: dict):
        self.options = options
        self.complaints: list[str] = []
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(patience)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.context.on("console", self.listen)
        self.page: Page = self.context.new_page()
        self.devtools = self.context.new_cdp_session(self.page)

    def listen(self, line) -> None:
        if "Content Security" in line.text:
            self.complaints.append(line.text)

    def is_emptied(self) -> bool:
        """Whether nothing that a test did in it is left: not if it opened or closed tabs."""
        if self.context.pages != [self.page]:
            return False
        self.page.unroute_all()
        self.context.set_offline(False)
        self.page.goto(EMPTY)
        self.page.evaluate("sessionStorage.clear()")
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.devtools.send("Storage.clearDataForOrigin", {"origin": self.options["base_url"], "storageTypes": "all"})
        self.page.emulate_media(color_scheme=self.options.get("color_scheme", "light"))
        self.page.set_viewport_size(self.options["viewport"])
        self.complaints.clear()
        return True


class Windows:
    """All windows of a process of tests."""

    def __init__(self, browser: Browser, patience: int):
        self.browser, self.patience = browser, patience
        self.waiting: list[Window] = []

    def open(self, **options) -> Window:
        """A window as nobody has used it. options -- of Playwright's new_context"""
        for window in self.waiting:
            if window.options == options:
                self.waiting.remove(window)
                return window
        return Window(self.browser, self.patience, options)

    def give_back(self, window: Window, used_up: bool) -> None:
        """used_up -- it keeps what a test changed in it"""
        try:
            kept = not used_up and window.is_emptied()
        except Error:  # such as a page that a test was on the way to
            kept = False
        if not kept:
            window.context.close()
            return
        self.waiting.append(window)
        if len(self.waiting) > MOST:
            self.waiting.pop(0).context.close()
