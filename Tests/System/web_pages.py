"""The dashboard's pages without a browser: what any program can send to the port."""

import html
import http.client
import pathlib
import re
import urllib.parse


class WebPages:
    """A session that was let in by a file of `soteria dashboard --print`."""

    def __init__(self, file):
        way_in = re.search(r'<a href="([^"]+)"', pathlib.Path(file).read_text())[1]
        address = urllib.parse.urlsplit(html.unescape(way_in))
        self.host, self.cookie = address.netloc, None
        answer, page = self.ask("GET", f"{address.path}?{address.query}")
        assert answer.status == 200, page
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        self.base = re.search(r"Path=([^;]+)", answer.getheader("Set-Cookie"))[1]
        self.csrf = re.search(r'name="csrf" value="([^"]+)"', self.get("goals"))[1]

    def ask(self, method, path, body=None, **headers):
        """An answer and its text."""
        if self.cookie:
            headers = {"Cookie": self.cookie, **headers}
        connection = http.client.HTTPConnection(self.host, timeout=20)
        try:
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            return answer, answer.read().decode()
        finally:
            connection.close()

    def get(self, page):
        """The text of a page."""
        answer, text = self.ask("GET", self.base + page)
        assert answer.status == 200, f"{page}: {answer.status}"
        return text

    def post(self, page, **fields):
        """The status of the answer to a form that is sent from the page."""
        body = urllib.parse.urlencode({"csrf": self.csrf, **fields}, doseq=True)
        return self.send(page, body)

    def send(self, page, body):
        """The status of the answer to whatever is sent for a form."""
        answer, _ = self.ask(
            "POST", self.base + page, body, Origin=f"http://{self.host}",
            **{"Content-Type": "application/x-www-form-urlencoded"})
        return answer.status
