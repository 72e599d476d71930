import API
import Testing

@testable import Dashboard

/// The frame around every page, as a browser gets it.
@Suite struct LookFrameTests {
    private static func html(
        _ path: [String], query: [String: String] = [:], texts: Texts? = nil
    ) throws -> String {
        let answer = try Site.forTests(texts: texts).respond(
            PageRequest(path: path, query: query, base: "/s-1"), CannedDaemon())
        guard case .page(_, let html) = answer else { throw NoPage() }
        return html
    }

    private struct NoPage: Error {}

    private static func count(_ part: String, in html: String) -> Int {
        html.ranges(of: part).count
    }

    @Test func saysItsLanguageThemeAndBase() throws {
        let html = try Self.html(["components"])
        #expect(html.hasPrefix("<!doctype html>"))
        #expect(html.contains(#"<html lang="en" data-theme="system" data-base="/s-1">"#))
        #expect(html.contains("<title>Components · Soteria</title>"))
        #expect(html.contains(#"content="width=device-width, initial-scale=1""#))
    }

    /// The files that block a browser's first paint.
    @Test func onlyTheStyleSheetHoldsThePaintBack() throws {
        let html = try Self.html(["components"])
        #expect(Self.count(#"rel="stylesheet""#, in: html) == 1)
        #expect(html.contains(#"<link rel="stylesheet" href="/s-1/style.css">"#))
        #expect(Self.count("<script", in: html) == 1)
        #expect(html.contains(#"<script src="/s-1/page.js" defer></script>"#))
    }

    @Test func hasLandmarksOneHeadingAndAWayPastTheNavigation() throws {
        let html = try Self.html(["components"])
        for landmark in ["<header", "<main", "<footer", "<h1>"] {
            #expect(Self.count(landmark, in: html) == 1, "\(landmark)")
        }
        #expect(html.contains(##"<a class="skip-link" href="#main">"##))
        #expect(html.contains(#"id="main""#))
        #expect(html.contains(#"<nav class="nav" aria-label="Pages">"#))
        #expect(html.contains(#"<div class="live" id="live" role="status"></div>"#))
    }

    @Test func leadsToEveryPageAndMarksTheOneThatIsOpen() throws {
        let html = try Self.html(["goals", "nowhere", "at", "all"])
        for (path, _) in Frame.sections {
            #expect(html.contains(#"class="nav-link" href="/s-1/\#(path)""#), "\(path)")
        }
        let current = #" aria-current="page""#
        #expect(Self.count(current, in: html) == 1)
        #expect(html.contains(#"href="/s-1/goals"\#(current)>Goals</a>"#))
    }

    @Test func whatWasDoneIsSaidOnce() throws {
        let plain = try Self.html(["components"])
        #expect(!plain.contains("<p class=\"toast toast-success\">Add the first one</p>"))
        let done = try Self.html(["components"], query: ["done": "add"])
        #expect(done.contains("<p class=\"toast toast-success\">Add the first one</p>"))
        // A link of somebody else cannot put words in our mouth.
        let forged = try Self.html(["components"], query: ["done": "<b>You won</b>"])
        #expect(!forged.contains("You won"))
    }

    @Test func aBannerSaysWhatComesFirstAndLeadsThere() throws {
        let site = try Site.forTests()
        let environment = PageEnvironment(
            request: PageRequest(base: "/s-1"), texts: site.texts,
            formats: Formats(site.texts, languages: ["en"]), templates: site.templates,
            surroundings: site.surroundings)
        let leading = Notice(
            level: "warning", text: "Quiet <hours> run", path: "pause", label: "Pause")
        let silent = Notice(level: "info", text: "Nothing to do")
        func html(_ banner: Notice) throws -> String {
            let answer = environment.show("trouble", title: "A", Silence(), banner: banner)
            guard case .page(_, let html) = answer else { throw NoPage() }
            return html
        }
        let shown = try html(leading)
        #expect(
            shown.contains(
                #"notice-warning"><span>Quiet &lt;hours&gt; run <a href="/s-1/pause">Pause</a>"#
            ))
        #expect(
            try html(silent).contains(
                #"<p class="notice notice-info"><span>Nothing to do</span></p>"#))
    }

    private struct Silence {
        let paragraphs: [String] = []
    }

    /// In strange letters throughout: what is not in them did not come from the catalogue.
    @Test(arguments: [["components"], ["nowhere"]])
    func everyWordComesFromTheCatalogue(_ path: [String]) throws {
        let html = try Self.html(path, texts: try Texts.english().pseudo)
        let shown = html.replacing(/<code>[^<]*<\/code>|<!doctype html>/, with: "")
            .replacing(/<p class="caption">(?s:.*?)<\/p>/, with: "")
            .replacing(/<[^>]*>/, with: "\n")
        let plain = shown.split(separator: "\n").map { String($0) }.filter { line in
            line.contains(/[A-Za-z]/) && !line.contains("⟦") && !line.contains("⟧")
        }
        #expect(plain == [])
    }

    @Test func troubleWaitsForTheDaemonAndShowsWhatToType() throws {
        let answer = try Site.forTests().respond(to: PageRequest(base: "/s-1")) {
            () throws(CallFailure) in throw .notRunning(path: "/run/<nobody>")
        }
        guard case .page(_, let html) = answer else { throw NoPage() }
        #expect(html.contains("data-waits"))
        #expect(html.contains(#"<pre class="code" tabindex="0"><code>soteria doctor</code></pre>"#))
        #expect(html.contains("/run/&lt;nobody&gt;"))
        #expect(!(try Self.html(["nowhere"])).contains("data-waits"))
    }

    /// Each component stands on the page in each state that it can be in.
    @Test func componentsAreShownInEveryState() throws {
        let html = try Self.html(["components"])
        for kind in ["primary", "secondary", "ghost", "destructive"] {
            for state in ["is-focus", "is-pressed", "is-loading", "is-success", "is-error"] {
                let button = #"<button class="button button-\#(kind) \#(state)""#
                #expect(Self.count(button, in: html) == 1, "\(kind) \(state)")
            }
        }
        #expect(html.contains(#"<input class="input is-error" id="input-error""#))
        #expect(html.contains(#"aria-invalid="true" aria-describedby="input-error-hint""#))
        for component in ["card stack", "list-item", "dialog stack", "select", "choice"] {
            for state in ["is-success", "is-error", "is-pressed"] {
                #expect(html.contains("class=\"\(component) \(state)\""), "\(component) \(state)")
            }
        }
        for kind in ["neutral", "blocked", "open", "warning", "success", "error"] {
            #expect(html.contains("class=\"badge badge-\(kind)\""))
        }
        #expect(html.contains(#"<div class="pulse" aria-hidden="true">"#))
    }

    /// Two elements of one id would lead a label, or the script, to the wrong one.
    @Test func noIdStandsTwice() throws {
        let ids = try Self.html(["components"]).matches(of: /\sid="([^"]+)"/).map { String($0.1) }
        #expect(ids.count > 20)
        #expect(Set(ids).count == ids.count)
    }
}
