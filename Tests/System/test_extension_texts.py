"""The texts of the extension's pages: all of them come from the catalogue. The pages are shown with
a translation of it into strange letters, so that any other letter on them stands elsewhere."""

from browser import I18N, Browsing

#: In the page: a page of the extension with strange texts, and what a test says to it.
BEGIN = I18N + """
const strange = (letter) => String.fromCodePoint(letter.codePointAt(0) + 0xFEE0);
for (const [key, entry] of Object.entries(catalogue)) {
    entry.message = ["language", "locale"].includes(key) ? "el"
        : entry.message.replace(/\\$\\w+\\$|[A-Za-z]/g, (part) => part[1] ? part : strange(part));
}
const turn = (milliseconds = 0) => new Promise((done) => setTimeout(done, milliseconds));
const event = () => {
    const listeners = [];
    return { addListener: (one) => listeners.push(one),
             tell: (...what) => listeners.forEach((one) => one(...what)) };
};
const answers = {};
const port = { onMessage: event(), onDisconnect: event(), postMessage: ({ id, act }) =>
    setTimeout(() => port.onMessage.tell({ id, ...answers[act] ?? { result: {} } })) };
let summary = null;
globalThis.chrome = {
    i18n,
    runtime: { connect: () => port, sendMessage: async () => summary,
               getManifest: () => ({ version: "0.1.0" }) },
    storage: { local: { get: async () => ({}), set: async () => {} } },
    permissions: { contains: async () => false },
};
const open = async (name) => {
    const file = await (await fetch(`/extension/pages/${name}.html`)).text();
    const page = new DOMParser().parseFromString(file, "text/html");
    document.title = page.title;
    document.body.replaceChildren(...page.body.querySelectorAll("main"));
    await import(`/extension/pages/${name}.js`);
};
// The names of the tests have no letters; that of Soteria is not translated.
const seen = [];
const letters = new Set();
const look = () => {
    const labels = [...document.querySelectorAll("[aria-label], [title], [placeholder]")].map(
        (each) => ["aria-label", "title", "placeholder"].map((name) => each.getAttribute(name)));
    const text = [document.title, document.body.textContent, ...labels.flat()].join(" ");
    for (const word of text.replaceAll("Soteria", "").match(/[A-Za-z]+/g) ?? []) letters.add(word);
    seen.push(document.body.innerText);
};
const unseen = (...keys) => keys.filter((key) => !seen.some((text) => text.includes(
    i18n.getMessage(key, ["1", "1"]))));
const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
"""

#: In the page: states of a tab.
STATES = """
const options = { plannedWait: 20, impulseWait: 20, grant: 900, categories: ["1"], moods: ["2"] };
const held = { kind: "quiet_hours", rule: "1", name: "1", until: soon, strict: false };
const state = { site: "1", isPrivate: false, connected: true, blocked: true, until: soon,
                restrictions: [held, { ...held, until: undefined }], names: ["2"], request: null,
                options, spending: true, checkIns: [] };
const show = (more) => { port.onMessage.tell({ state: { ...state, ...more } }); look(); };
const checkIn = { checkIn: "1", phase: "asking", question: "1", suggestions: [] };
const request = { request: 1, intent: { purpose: "planned" }, waitSeconds: 9, waitEnds: soon,
                  grantSeconds: 90 };
"""


class Texts(Browsing):
    """Each test is a script in a page of another site."""

    def evaluate(self, script):
        return self.browser.run(f"return (async () => {{ {BEGIN} {script} }})()")

    def test_blocked_page_has_no_text_of_its_own(self):
        letters, missing, language = self.evaluate(STATES + """
            await open("blocked");
            look();
            show({ nothing: true });
            show({});
            for (const purpose of ["planned", "impulse"]) {
                document.querySelector(`[value=${purpose}]`).click();
                look();
            }
            show({ isPrivate: true });
            show({ request });
            show({ request: { ...request, grantSeconds: 60, waitSeconds: 0 } });
            show({ checkIns: [checkIn] });
            show({ checkIns: [{ ...checkIn, phase: "no" }] });
            const strict = { ...held, strict: true };
            show({ restrictions: [strict] });
            show({ restrictions: [{ ...strict, until: undefined }] });
            show({ restrictions: [strict], checkIns: [checkIn] });
            show({ connected: false });
            show({ blocked: false });
            show({});
            answers.confirm = { result: { isBlocked: true } };
            show({ request });
            document.getElementById("open").disabled = false;
            document.getElementById("open").click();
            await turn(50); look();
            answers.keep = { error: { name: "1", parameters: {} } };
            document.getElementById("keep").click();
            await turn(50); look();
            answers.keep = { result: { today: 1 } };
            document.getElementById("keep").click();
            await turn(50); look();
            const missing = unseen("nothingBlocked", "nothingOpened", "keepBlock", "howYouFeel",
                "thinkHeading", "untilAnswered", "instead", "strictWhole", "gone", "openNow",
                "otherRule", "failed", "youKept", "momentsToday_one");
            return [[...letters], missing, document.documentElement.lang]""")
        self.assertEqual(letters, [])
        self.assertEqual(missing, [])
        self.assertEqual(language, "el")

    def test_popup_has_no_text_of_its_own(self):
        letters, missing = self.evaluate("""
            const target = { key: "1", name: "1", blocked: true, until: soon, restrictions: ["1"] };
            summary = { connected: true, hostConnected: true, problem: null, version: "0.2.0",
                        waiting: [{ tab: 1, site: "1" }], targets: [
                target, { ...target, until: undefined }, { ...target, restrictions: [] },
                { ...target, until: undefined, restrictions: [] },
                { ...target, blocked: false, grantedUntil: soon }, { ...target, blocked: false }] };
            await open("popup");
            await turn(50); look();
            const end = async (more) => {
                const button = document.querySelector("#targets button");
                Object.assign(summary, more);
                button.click();
                await turn(50); look();
            };
            await end({ version: "0.0.9" });
            await end({ connected: false });
            await end({ hostConnected: false });
            await end({ problem: "Specified native messaging host not found." });
            await end({ targets: [] });
            return [[...letters], unseen("targetOpen", "targetBlocked", "endNow", "allowSites",
                "answerForPrivate", "gone", "notSetUp", "noTargets")]""")
        self.assertEqual(letters, [])
        self.assertEqual(missing, [])

    def test_errors_have_no_text_of_their_own(self):
        said = self.evaluate("""
            const { sentence } = await import("/extension/pages/words.js");
            const parameters = { until: soon, target: "1", emergency: true, outcome: "kept",
                problem: "1", minimum: 1, maximum: 2, reason: "1", next: soon, parameter: "1" };
            const names = ["unblock.Strict", "unblock.NotMonitored", "unblock.BeingConfirmed",
                "unblock.IntentNeeded", "unblock.RequestOver", "unblock.NoSuchRequest",
                "unblock.AlreadyOpen", "unblock.UnknownCategory", "unblock.UnknownMood",
                "unblock.InvalidAmount", "unblock.InvalidMinutes", "unblock.StoreUnavailable",
                "checkin.AlreadyAnswered", "checkin.NotOpen", "checkin.StoreUnavailable",
                "browser.HostGone", "browser.DaemonGone", "browser.StillBlocked"];
            return [...names.map((name) => "org.soteria." + name),
                    "org.varlink.service.InvalidParameter"]
                .map((name) => sentence({ name, parameters }))""")
        for sentence in said:
            self.assertNotRegex(sentence, "[A-Za-z]")
            self.assertGreater(len(sentence), 10)
