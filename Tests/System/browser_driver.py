"""A browser under remote control: browser_driver.py chromium|firefox PROFILE EXTENSION PORT

Without an extension EXTENSION is empty. Runs as the person, with the Python that has the drivers.
Every line on standard input is a call, {"do": NAME, "with": [...]}, and is answered by a line
{"result": ...} or {"error": TEXT}. The browser ends with standard input. All names below .example
lead to 127.0.0.1; pages are served there at PORT.
"""

import json
import pathlib
import sys
import traceback

FRAME_TEXT = "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText).join()"


class Chromium:
    """Debian's Chromium by its WebDriver."""

    def __init__(self, profile, extension, _):
        from selenium import webdriver
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                         "--host-resolver-rules=MAP *.example 127.0.0.1",
                         f"--user-data-dir={profile}"):
            options.add_argument(argument)
        if extension:
            options.add_argument(f"--load-extension={extension}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService("/usr/bin/chromedriver")
        self.driver = webdriver.Chrome(options=options, service=service)
        # Before the driver's own connection is given up.
        self.driver.set_page_load_timeout(60)

    def go(self, url):
        self.driver.get(url)

    def address(self):
        return self.driver.current_url

    def run(self, script, *arguments):
        """What a script returns; it may return a promise."""
        return self.driver.execute_script(script, *arguments)

    def press(self, *keys):
        """Presses keys one after another, wherever the keyboard is."""
        from selenium.webdriver.common.action_chains import ActionChains
        ActionChains(self.driver).send_keys(*keys).perform()

    def tabs(self):
        return self.driver.window_handles

    def tab(self):
        return self.driver.current_window_handle

    def switch(self, tab):
        self.driver.switch_to.window(tab)

    def open_tab(self):
        self.driver.switch_to.new_window("tab")
        return self.driver.current_window_handle

    def resize(self, width, height):
        """The size of what is inside the window, whatever the least size of a window is."""
        self.cdp("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def prefer(self, **features):
        """Sets media features, such as prefers-color-scheme, with _ in place of -."""
        self.cdp("Emulation.setEmulatedMedia", {"features": [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def cdp(self, command, parameters):
        return self.driver.execute_cdp_cmd(command, parameters)

    def said(self):
        """What was said on the console since the last time."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def audit(self):
        """What axe-core finds wrong with the page, rule by rule, with the elements."""
        import axe_selenium_python
        places = pathlib.Path(axe_selenium_python.__file__).parent
        source = places / "node_modules/axe-core/axe.min.js"
        self.driver.execute_script(source.read_text(encoding="utf-8"))
        found = self.driver.execute_script("return axe.run()")["violations"]
        return [[each["id"], [node["html"][:120] for node in each["nodes"]]] for each in found]

    def frame_text(self, selector):
        """What the page's frame shows of such elements, whatever its origin."""
        self.driver.switch_to.frame(0)
        try:
            return self.driver.execute_script(FRAME_TEXT, selector)
        finally:
            self.driver.switch_to.default_content()

    def stop_background(self):
        """Ends the extension's service worker, as the browser does when it idles."""
        self.cdp("ServiceWorker.enable", {})
        self.cdp("ServiceWorker.stopAllWorkers", {})

    def picture(self):
        """What is shown, as PNG in base64."""
        return self.driver.get_screenshot_as_base64()

    def controls(self):
        """Role and name of everything that can be reached by the keyboard, as a screen reader is
        told them."""
        found = self.driver.find_elements("css selector", "button, input, select, a[href], summary")
        return [[each.aria_role, each.accessible_name] for each in found if each.is_displayed()]

    def quit(self):
        self.driver.quit()


class Firefox:
    """Debian's Firefox by Marionette."""

    def __init__(self, profile, extension, port):
        from marionette_driver.marionette import Marionette
        names = [f"{name}.example" for name in
                 ("shop", "games", "news", "other", "deep.shop", "list17", "unlisted",
                  "elsewhere")]
        profile = pathlib.Path(profile)
        for attempts_left in (2, 1, 0):
            try:
                self.driver = Marionette(
                    bin="/usr/bin/firefox-esr", headless=True, port=0,
                    gecko_log=str(profile.parent / "firefox.log"),
                    prefs={"network.dns.localDomains": ",".join(names)})
                break
            except OSError:
                # A Firefox that ends while it starts has nothing to do with what is tested.
                if not attempts_left:
                    raise
        self.driver.start_session()
        self.driver._send_message("Addon:Install", {
            "path": extension, "temporary": True, "allowPrivateBrowsing": True})

    def go(self, url):
        self.driver.navigate(url)

    def address(self):
        return self.driver.get_url()

    def run(self, script, *arguments):
        return self.driver.execute_script(script, script_args=arguments, sandbox=None)

    def press(self, *keys):
        for key in keys:
            actions = self.driver.actions.sequence("key", "keyboard")
            actions.key_down(key).key_up(key).perform()

    def tabs(self):
        return self.driver.window_handles

    def tab(self):
        return self.driver.current_window_handle

    def switch(self, tab):
        self.driver.switch_to_window(tab)

    def open_tab(self):
        self.switch(self.driver.open(type="tab", focus=True)["handle"])
        return self.tab()

    def open_private(self):
        """A private window."""
        self.switch(self.driver.open(type="window", private=True, focus=True)["handle"])
        return self.tab()

    def frame_text(self, selector):
        self.driver.switch_to_frame(0)
        try:
            return self.run(FRAME_TEXT, selector)
        finally:
            self.driver.switch_to_frame()

    def stop_background(self):
        with self.driver.using_context("chrome"):
            self.driver.execute_async_script("""
                const [done] = arguments;
                const { extension } = WebExtensionPolicy.getByID("soteria@soteria.org");
                extension.terminateBackground({ disableResetIdleForTest: true }).then(done, done);
                """)

    def picture(self):
        return self.driver.screenshot(format="base64", full=False)

    def quit(self):
        self.driver.quit()


def serve(browser):
    """Answers calls until there are no more."""
    for line in sys.stdin:
        try:
            call = json.loads(line)
            result = getattr(browser, call["do"])(*call["with"], **call.get("named", {}))
            json.dumps(result)
            answer = {"result": result}
        except Exception as error:  # whatever the browser refuses is the test's to judge
            answer = {"error": f"{type(error).__name__}: {error}".split("\nStacktrace")[0]}
        print(json.dumps(answer), file=replies, flush=True)


if __name__ == "__main__":
    # The drivers print as they like; the answers have a line of their own.
    replies, sys.stdout = sys.stdout, sys.stderr
    kind, *places = sys.argv[1:]
    try:
        controlled = {"chromium": Chromium, "firefox": Firefox}[kind](*places)
    except Exception:
        print(json.dumps({"error": traceback.format_exc()}), file=replies, flush=True)
        sys.exit(1)
    print(json.dumps({"result": "ready"}), file=replies, flush=True)
    try:
        serve(controlled)
    finally:
        controlled.quit()
