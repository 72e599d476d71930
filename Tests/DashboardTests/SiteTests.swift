import API
import Testing

@testable import Dashboard

/// Paths, files, and what is in the way of a page.
@Suite struct SiteTests {
    @Test func unknownPathsAreAnsweredInWords() throws {
        let site = try Site.forTests()
        guard
            case .page(let status, let html) = site.respond(
                PageRequest(path: ["nowhere"]), CannedDaemon())
        else { throw Unexpected() }
        #expect(status == 404)
        #expect(html.contains("Page not found"))
    }

    @Test func aDaemonThatIsGoneHasAPageOfItsOwn() throws {
        let site = try Site.forTests()
        let answer = site.respond(to: PageRequest(base: "/s-1")) { () throws(CallFailure) in
            throw .notRunning(path: "/run/nobody")
        }
        guard case .page(let status, let html) = answer else { throw Unexpected() }
        #expect(status == 503)
        #expect(html.contains("Soteria is not running"))
        #expect(html.contains("/run/nobody"))
        #expect(html.contains("soteria doctor"))
    }

    @Test func filesNeedNoDaemon() throws {
        let site = try Site.forTests()
        let answer = site.respond(to: PageRequest(path: ["style.css"])) {
            () throws(CallFailure) in throw .disconnected
        }
        guard case .file(let type, let body) = answer else { throw Unexpected() }
        #expect(type == "text/css; charset=utf-8")
        #expect(!body.isEmpty)
    }

    struct Unexpected: Error {}
}
