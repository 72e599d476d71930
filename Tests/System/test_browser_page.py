"""The blocked page for everybody: contrast, names and roles, small windows, large type, little
motion, and no jumping about."""

from browser import Browsing
from machine import wait_until

#: In the page: the contrast of every text that is shown with what is behind it, and of every
#: control's border, where they are less than they should be.
WEAK = """
const light = (color) => {
    const parts = color.match(/[\\d.]+/g).map(Number);
    const [r, g, b] = parts.slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return { value: 0.2126 * r + 0.7152 * g + 0.0722 * b, alpha: parts[3] ?? 1 };
};
const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
        const color = light(getComputedStyle(each).backgroundColor);
        if (color.alpha > 0) return color.value;
    }
    return 1;
};
const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
const weak = [];
for (const element of document.querySelectorAll("main *")) {
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    const ratio = contrast(light(style.color).value, ground(element));
    if (hasText && ratio < 4.5) weak.push([element.outerHTML.slice(0, 80), ratio]);
    if (element.matches("button, .choice, .fields input, .fields select")) {
        const around = ground(element.parentElement);
        const edge = Math.max(contrast(light(style.borderColor).value, around),
                              contrast(ground(element), around));
        if (edge < 3) weak.push(["border of " + element.outerHTML.slice(0, 80), edge]);
    }
}
return weak;
"""

#: In the page: what is wider than the window, and how small the smallest control is.
LAYOUT = """
const controls = [...document.querySelectorAll("button, .choice, select, .fields input")]
    .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().height);
const { scrollWidth, clientWidth } = document.documentElement;
return [scrollWidth - clientWidth, Math.min(...controls)];
"""


class Page(Browsing):
    """Chromium's emulation shows the page as other people see it."""

    def setUp(self):
        super().setUp()
        self.browser.resize(1280, 900)
        self.browser.prefer(prefers_color_scheme="light", prefers_reduced_motion="no-preference")

    def meet_block(self):
        self.browser.visit("shop.example", "/things")
        self.browser.wait_for_block("Keep the block")

    def begin_wait(self):
        self.browser.click("[value=impulse]")
        self.browser.click("#begin")
        self.browser.wait_for_block("A moment to think")

    def test_contrast_is_enough_in_every_view_and_scheme(self):
        self.set_rules(impulse="60s")
        for scheme in ("light", "dark"):
            self.browser.prefer(prefers_color_scheme=scheme)
            self.meet_block()
            self.keep_picture(f"asks-{scheme}")
            self.assertEqual(self.browser.run(WEAK), [], scheme)
            self.browser.click("[value=planned]")
            self.browser.run("document.getElementById('amount').value = '-'")
            self.browser.click("#begin")
            self.browser.wait_for_block("amount is not valid")
            self.assertEqual(self.browser.run(WEAK), [], scheme)
            self.keep_picture(f"refuses-{scheme}")
            self.browser.run("document.getElementById('amount').value = ''")
            self.begin_wait()
            self.assertEqual(self.browser.run(WEAK), [], scheme)
            self.keep_picture(f"waits-{scheme}")
            self.browser.click("#keep-waiting")
            self.browser.wait_for_block("You kept the block")
            self.assertEqual(self.browser.run(WEAK), [], scheme)

    def test_dark_is_dark(self):
        self.browser.prefer(prefers_color_scheme="dark")
        self.meet_block()
        color = self.browser.run("return getComputedStyle(document.body).backgroundColor")
        self.assertLess(max(map(int, color.strip("rgb()").split(","))), 60)

    def test_every_control_has_its_role_and_name(self):
        self.meet_block()
        self.assertEqual(self.browser.controls(), [
            ["button", "Keep the block"],
            ["radio", "Planned"],
            ["radio", "Impulse"],
            ["combobox", "What is the visit for?"],
            ["textbox", "Amount (optional)"],
            ["textbox", "Currency"],
            ["spinbutton", "Planned minutes (optional)"],
            ["button", "Start the wait"],
        ])
        self.assertEqual(self.browser.run("return document.documentElement.lang"), "en")
        headings = self.browser.run("""return [...document.querySelectorAll("h1, h2")]
            .filter(each => each.checkVisibility()).map(each => each.localName)""")
        self.assertEqual(headings, ["h1"])
        self.assertEqual(self.browser.run("return document.querySelectorAll('main').length"), 1)

    def test_narrow_windows_and_large_type_need_no_sideways_scrolling(self):
        # 200 % of 1280 by 900 is 640 by 450; 400 % is 320 wide.
        for width, height in ((640, 450), (320, 640), (320, 256)):
            self.browser.resize(width, height)
            self.meet_block()
            overflow, smallest = self.browser.run(LAYOUT)
            self.assertEqual(overflow, 0, f"at {width} by {height}")
            self.assertGreaterEqual(smallest, 44)
            self.keep_picture(f"asks-{width}x{height}")

    def test_nothing_jumps_while_it_loads_or_is_filled_in(self):
        self.meet_block()
        moved = self.browser.run("""
            document.querySelector("[value=impulse]").click();
            document.querySelector("[value=planned]").click();
            return new Promise((done) => {
                new PerformanceObserver((list) => done(list.getEntries().map(each => each.value)))
                    .observe({ type: "layout-shift", buffered: true });
                setTimeout(() => done([]), 300);
            })""")
        self.assertLess(sum(moved), 0.01, moved)

    def test_little_motion_where_little_is_wanted(self):
        self.set_rules(impulse="60s")
        self.browser.prefer(prefers_reduced_motion="reduce")
        self.meet_block()
        self.begin_wait()
        self.assertEqual(self.browser.run(
            "return getComputedStyle(document.getElementById('progress')).visibility"), "hidden")
        self.assertGreater(int(self.browser.text("#seconds")), 30)
        self.browser.click("#keep-waiting")
        self.browser.wait_for_block("You kept the block")

    def test_countdown_is_said_every_ten_seconds(self):
        self.set_rules(impulse="12s")
        self.meet_block()
        self.browser.run("""
            window.said = [];
            const live = document.getElementById("live");
            new MutationObserver(() => window.said.push(live.textContent))
                .observe(live, { childList: true, characterData: true, subtree: true });
            document.addEventListener("visibilitychange", () => {});
            document.querySelector("[value=impulse]").click();
            document.getElementById("begin").click();""")
        self.browser.wait_for_block("A moment to think")
        self.assertEqual(self.browser.run("return document.getElementById('live').role"), "status")
        said = []

        def ends():
            said[:] = self.browser.run("return window.said ?? null") or said
            return "shop.example/" not in self.browser.address() and len(said) >= 2 or (
                not self.browser.shows_block())

        wait_until(ends, 20, "the end of the wait")
        self.assertEqual(said[:2], ["12 seconds left", "10 seconds left"])
        self.browser.wait_for_site("shop.example", "/things")

    def test_page_asks_no_network_and_runs_no_strange_script(self):
        self.meet_block()
        policy = self.browser.run("""
            const failed = (name, source) => new Promise((done) => {
                const element = Object.assign(document.createElement(name), { src: source });
                element.onerror = () => done("refused");
                element.onload = () => done("loaded");
                document.body.append(element);
            });
            return Promise.all([
                failed("img", arguments[0]),
                failed("script", arguments[0]),
                fetch(arguments[0]).then(() => "loaded", () => "refused"),
            ])""", self.browser.url("other.example", "/extension/lib/backoff.js"))
        self.assertEqual(policy, ["refused"] * 3)

    def test_popup_says_what_is_blocked(self):
        self.meet_block()
        popup = self.browser.address().replace("blocked.html", "popup.html")
        self.browser.go(popup)
        wait_until(lambda: "Shopping" in (self.browser.text() or ""), what="the popup")
        self.assertIn("Blocked by Always", self.browser.text())
        self.assertIn("News\nOpen", self.browser.text())
        for scheme in ("light", "dark"):
            self.browser.prefer(prefers_color_scheme=scheme)
            self.assertEqual(self.browser.run(WEAK), [], scheme)
        self.keep_picture("popup")

    def test_popup_ends_a_permission(self):
        self.set_rules(grant="10m")
        self.meet_block()
        popup = self.browser.address().replace("blocked.html", "popup.html")
        self.confirm(self.request("planned")["request"])
        self.browser.go(popup)
        wait_until(lambda: "End now" in (self.browser.text() or ""), what="the popup")
        self.browser.click("#targets button")
        wait_until(lambda: "Blocked by Always" in (self.browser.text() or ""), what="the block")
        self.assertTrue(self.is_blocked("shopping"))
        self.assertEqual(self.facts("grantEnded")[-1]["reason"], "person")
