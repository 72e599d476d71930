import API
import SeededRandom
import TestBus
import Testing

@testable import soteria_agent

struct NoticeTextTests {
    @Test(arguments: [
        ("Shopping is blocked", "Shopping is blocked"),
        ("", ""),
        ("two\nlines\tand a tab", "two lines and a tab"),
        ("nul\0bell\u{7}", "nul\u{FFFD}bell\u{FFFD}"),
        ("right-to-left\u{202E}txt", "right-to-left\u{FFFD}txt"),
        ("isolate\u{2066}d, mark\u{200F}ed", "isolate\u{FFFD}d, mark\u{FFFD}ed"),
        ("Größe — 日本 🎮", "Größe — 日本 🎮"),
    ])
    func titleIsOnePrintableLine(text: String, title: String) {
        #expect(NoticeText.title(text) == title)
    }

    @Test func bodyKeepsItsLines() {
        #expect(NoticeText.body("one\ntwo\u{1b}[31m\t!") == "one\ntwo\u{FFFD}[31m !")
    }

    @Test func longTextsAreCutAtTheirLimits() {
        let long = String(repeating: "é", count: 5000)
        #expect(NoticeText.title(long).count == NoticeText.titleLimit)
        #expect(NoticeText.title(long).hasSuffix("é…"))
        #expect(NoticeText.body(long).count == NoticeText.textLimit)
        #expect(NoticeText.body(long).hasSuffix("é…"))
        let exact = String(repeating: "x", count: NoticeText.titleLimit)
        #expect(NoticeText.title(exact) == exact)
    }

    @Test(arguments: [
        ("plain", "plain"),
        ("a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"),
        ("<a href=\"x\">'y'</a>", "&lt;a href=&quot;x&quot;&gt;&#39;y&#39;&lt;/a&gt;"),
        ("&amp;", "&amp;amp;"),
    ])
    func escapesWhatIsMarkup(text: String, escaped: String) {
        #expect(NoticeText.escaped(text) == escaped)
    }

    @Test func nothingThatIsEscapedHoldsMarkup() {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        let pieces = ["<", ">", "&", "\"", "'", "x", "&lt;", "é", "\n", ";", "</b>"]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...20, using: &generator))
                .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            let escaped = NoticeText.escaped(text)
            #expect(!escaped.contains { "<>\"'".contains($0) }, "seed \(seed): \(text)")
            let back =
                ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
                .reduce(escaped) { $0.replacing($1.key, with: $1.value) }
                .replacing("&amp;", with: "&")
            #expect(back == text, "seed \(seed)")
        }
    }

    @Test(arguments: [
        ("shopping", "shopping"),
        ("com.valvesoftware.Steam", "com.valvesoftware.Steam"),
        ("/usr/bin/steam", "/usr/bin/steam"),
        ("/opt/My Games/run", "'/opt/My Games/run'"),
        ("it's", "'it'\\''s'"),
        ("$(reboot)", "'$(reboot)'"),
        ("ключ", "'ключ'"),
        ("", "''"),
    ])
    func quotesWhatAShellWouldRead(word: String, quoted: String) {
        #expect(ShellWord.quoted(word) == quoted)
    }
}

struct ClockTextTests {
    static let evening = "2026-11-22T22:10:00+01:00"

    @Test(arguments: [
        ("2026-11-22T23:13:00+01:00", "23:13"),
        ("2026-11-22T23:13:59.500+01:00", "23:13"),
        ("2026-11-23T04:00:00+01:00", "04:00 on 23 Nov"),
        ("2027-01-01T00:05:00Z", "00:05 on 1 Jan"),
        ("never", "never"),
        ("", ""),
        ("2026-13-01T00:00:00Z", "2026-13-01T00:00:00Z"),
        ("2026-11-2xT00:00:00Z", "2026-11-2xT00:00:00Z"),
    ])
    func saysTheDateWhereItIsAnother(instant: String, text: String) {
        #expect(InstantText.at(instant, since: Self.evening) == text)
    }

    @Test func saysTheDateWhereTheReferenceIsNone() {
        #expect(InstantText.at(Self.evening, since: "") == "22:10 on 22 Nov")
    }

    @Test func saysSeconds() {
        #expect(InstantText.withSeconds("2026-11-22T23:13:05+01:00") == "23:13:05")
        #expect(InstantText.withSeconds("soon") == "soon")
    }

    @Test(arguments: [
        (-5, "0 s"), (0, "0 s"), (30, "30 s"), (59, "59 s"), (60, "1 min"), (65, "1 min 5 s"),
        (900, "15 min"), (3600, "60 min"),
    ])
    func saysLengths(seconds: Int, text: String) {
        #expect(InstantText.length(seconds: seconds) == text)
    }
}
