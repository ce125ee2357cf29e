"""A watch on browser pages: whatever goes wrong there fails the test, seen or not."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

# Reports each breach of the content security policy, also one that no console line shows.
REPORT_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
});
"""


class Watch:
    """Collects console errors, script errors, failed and foreign requests of every page of a context."""

    def __init__(self, site: str) -> None:
        self.site = urlsplit(site).netloc
        self.faults: list[str] = []
        self.requests: list[str] = []
        self._expected: list[str] = []

    def context(self, context: BrowserContext) -> None:
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("page", self.page)
        context.on("request", self._on_request)
        context.on("response", self._on_response)
        context.on("requestfailed", self._on_failed_request)

    def page(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.faults.append(f"script error: {error}"))

    def expect(self, *parts: str) -> None:
        """Faults with one of these words in them are what the test is about."""
        self._expected.extend(parts)

    def unexpected(self) -> list[str]:
        return [fault for fault in self.faults if not any(part in fault for part in self._expected)]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.faults.append(f"console {message.type}: {message.text}")

    def _on_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        self.requests.append(f"{request.method} {parts.path}")
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.netloc != self.site:
            self.faults.append(f"foreign request: {request.url}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"status {response.status}: {urlsplit(response.url).path}")

    def _on_failed_request(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # what a page left early looks like
            self.faults.append(f"failed request: {request.url} ({request.failure})")
