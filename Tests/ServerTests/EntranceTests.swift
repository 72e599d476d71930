import TestSupport
import API
import Foundation
import Testing
import Varlink
import VarlinkIDL

@testable import soteria_dashboard

/// The way in, from the control socket to the cookie.
@Suite(.timeLimit(.minutes(30))) struct EntranceTests {
    @Test func aTokenBecomesAStrictCookie() async throws {
        try await LiveServer.run { server in
            let visitor = try server.enter(page: "goals/3")
            #expect(visitor.base.wholeMatch(of: /\/s-[0-9a-f]{16}/) != nil)
            #expect(
                visitor.attributes
                    == "\(visitor.cookie); HttpOnly; SameSite=Strict; Path=\(visitor.base)/")
            #expect(visitor.cookie.wholeMatch(of: /soteria=[0-9a-f]{64}/) != nil)
            #expect(visitor.address == visitor.base + "/goals/3")
            #expect(visitor.page.contains("<link rel=\"icon\" href=\"\(visitor.base)/icon.svg\">"))
            #expect(try visitor.get("/goals/3").status == 200)
        }
    }

    @Test func withoutAPageTheFirstOneIsLedTo() async throws {
        try await LiveServer.run { server in
            let visitor = try server.enter()
            #expect(visitor.address == visitor.base + "/")
        }
    }

    @Test func theFileIsThePersonsAloneAndGoesWithItsUse() async throws {
        try await LiveServer.run { server in
            let file = try server.open()
            var status = stat()
            #expect(lstat(file, &status) == 0 && status.st_mode & 0o7777 == 0o600)
            #expect(server.entrances.map { "\(server.directory)/\($0)" } == [file])
            let token = try LiveServer.token(in: file)
            #expect(try server.ask("GET", "/enter?token=\(token)").status == 200)
            #expect(server.entrances.isEmpty)
        }
    }

    @Test func aTokenIsGoodOnce() async throws {
        try await LiveServer.run { server in
            let token = try LiveServer.token(in: server.open())
            #expect(try server.ask("GET", "/enter?token=\(token)").status == 200)
            let second = try server.ask("GET", "/enter?token=\(token)")
            #expect(second.status == 403 && second["set-cookie"] == nil)
            #expect(second.text.contains("soteria dashboard"))
        }
    }

    @Test func aTokenIsGoodForAMinute() async throws {
        try await LiveServer.run { server in
            let token = try LiveServer.token(in: server.open())
            try server.pass(.seconds(60))
            #expect(server.entrances.isEmpty)
            let reply = try server.ask("GET", "/enter?token=\(token)")
            #expect(reply.status == 403 && reply["set-cookie"] == nil)
        }
    }

    @Test(arguments: ["", "?token=", "?token=x", "?Token=x", "?token=%00"])
    func withoutATokenNobodyIsLetIn(query: String) async throws {
        try await LiveServer.run { server in
            _ = try server.open()
            let reply = try server.ask("GET", "/enter" + query)
            #expect(reply.status == (query.contains("%00") ? 400 : 403))
            #expect(reply["set-cookie"] == nil && server.entrances.count == 1)
        }
    }

    @Test func whatOnlyLooksDoesNotUseUpTheToken() async throws {
        try await LiveServer.run { server in
            let token = try LiveServer.token(in: server.open())
            for method in ["HEAD", "POST", "PUT"] {
                #expect(try server.ask(method, "/enter?token=\(token)").status == 405)
            }
            for host in ["evil.example", "localhost:\(server.port)"] {
                let reply = try server.ask("GET", "/enter?token=\(token)", ["Host": host])
                #expect(reply.status == 421)
            }
            #expect(try server.ask("GET", "/enter?token=\(token)").status == 200)
        }
    }

    @Test func everySessionIsAnother() async throws {
        try await LiveServer.run { server in
            let first = try server.enter()
            let second = try server.enter()
            #expect(first.cookie != second.cookie && first.base == second.base)
            #expect(try first.csrf() != second.csrf())
            let reply = try first.post("/form", "csrf=\(second.csrf())")
            #expect(reply.status == 403)
        }
    }

    @Test func theSeventeenthSessionEndsTheFirst() async throws {
        try await LiveServer.run { server in
            let first = try server.enter()
            let (stream, head) = try first.stream()
            #expect(head.status == 200)
            var last = first
            for _ in 0..<Sessions.most { last = try server.enter() }
            #expect(try first.get().status == 403)
            #expect(try last.get().status == 200)
            #expect(stream.isEnded)
        }
    }

    @Test(arguments: [
        "/", "../x", "a//b", "a/", "/a", "A", "a b", "a?b", "a#b", "ä", "a\r\nb", ".",
    ])
    func pagesThatAreNoneAreRefused(page: String) async throws {
        try await LiveServer.run { server in
            do {
                _ = try server.open(page: page)
                Issue.record("opened")
            } catch CallFailure.invalidParameter(let name) {
                #expect(name == "page")
            }
            #expect(server.entrances.isEmpty)
        }
    }

    @Test func longPagesAreRefused() async throws {
        try await LiveServer.run { server in
            let longest = String(repeating: "a", count: AccessControl.longestPage)
            _ = try server.open(page: longest)
            #expect(throws: CallFailure.self) { try server.open(page: longest + "a") }
        }
    }

    @Test func whereNoFileCanBeWrittenTheReasonIsAnswered() async throws {
        try await LiveServer.run { server in
            try FileManager.default.removeItem(atPath: server.directory)
            do {
                _ = try server.open()
                Issue.record("opened")
            } catch let failure as CallFailure {
                #expect("\(failure)".contains("org.soteria.dashboard.NotWritable"))
                #expect("\(failure)".contains("open-"))
            }
        }
    }

    @Test func theControlSocketIsThePersonsAlone() async throws {
        try await LiveServer.run { server in
            var status = stat()
            #expect(lstat(server.control, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
    }

    @Test func anotherUserIsRefusedAtTheControlSocket() async throws {
        let entries = Entries()
        try await LiveServer.run(user: geteuid() + 1, logger: entries.logger) { server in
            #expect(throws: CallFailure.self) { try server.open() }
            #expect(server.entrances.isEmpty)
        }
        #expect(entries.texts.first == "Refused a connection from a process of user \(geteuid()).")
    }

    @Test func theInterfaceIsServedAsItsFileHasIt() async throws {
        try await LiveServer.run { server in
            let client = try VarlinkClient(path: server.control, timeout: .seconds(900))
            let reply = try client.call(
                "org.varlink.service.GetInterfaceDescription",
                ["interface": .string(DashboardAPI.interface)])
            #expect(reply["description"]?.stringValue == DashboardAPI.description)
            let description = try InterfaceDescription(DashboardAPI.description)
            #expect(description.undocumented == [] && description.portabilityFindings == [])
            #expect(
                description.errors.map { "\(description.name).\($0.name)" }
                    == DashboardAPI.errors.map { $0.name })
        }
    }

    @Test func nothingIsLeftBehind() async throws {
        let places = Handover<(String, String)>()
        try await LiveServer.run { server in
            _ = try server.open()
            _ = try server.open()
            places.give((server.directory, server.control))
        }
        let (directory, control) = try #require(places.rest.first)
        #expect(access(directory, F_OK) != 0 && access(control, F_OK) != 0)
    }
}
