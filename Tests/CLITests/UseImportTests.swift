import API
import Foundation
import RuleModel
import Synchronization
import Testing
import Varlink

@testable import soteria

/// `soteria import activitywatch`.
@Suite struct UseImportTests {
    private static let export =
        #"{"buckets": {"a": \#(ActivityWatchTests.windows), "b": \#(ActivityWatchTests.presence)}}"#

    private static let imported = UsageAPI.ImportedUse(
        number: 70, source: "activitywatch laptop", at: SampleReplies.now, from: "2026-11-17",
        to: "2026-11-17", targets: ["shopping"], seconds: 300)

    /// A daemon that imports what is new, which is what it has not been sent before.
    private final class World: Sendable {
        let sent = Mutex<[UsageAPI.ImportUse.Parameters]>([])
        let removed = Mutex<[Int]>([])

        func daemon() throws -> FakeDaemon {
            var target = SampleReplies.target
            target.apps = ["com.valvesoftware.Steam"]
            let listed = target
            return try FakeDaemon([
                "org.soteria.targets.List": Method {
                    $0.reply(TargetsAPI.List.Reply(targets: [listed]))
                },
                "org.soteria.usage.ImportUse": Method { call in
                    let asked = try call.decode(UsageAPI.ImportUse.Parameters.self)
                    let isNew = self.sent.withLock { sent in
                        defer { sent.append(asked) }
                        return !sent.contains(asked)
                    }
                    call.reply(
                        UsageAPI.ImportUse.Reply(imported: isNew ? UseImportTests.imported : nil))
                },
                "org.soteria.usage.Imports": Method {
                    $0.reply(UsageAPI.Imports.Reply(imports: [UseImportTests.imported]))
                },
                "org.soteria.usage.RemoveImport": Method { call in
                    let number = try call.decode(UsageAPI.RemoveImport.Parameters.self).number
                    guard number == 70 else {
                        throw UsageAPI.NoSuchImport(number: number).varlinkError
                    }
                    self.removed.withLock { $0.append(number) }
                    call.reply(UsageAPI.RemoveImport.Reply())
                },
            ])
        }
    }

    private func run(_ world: World, _ words: String...) throws -> CommandRun {
        let daemon = try world.daemon()
        defer { daemon.stop() }
        return CommandRun(
            arguments: ["import", "activitywatch"] + words, daemon: daemon,
            now: Instant(seconds: 1_800_000_000))
    }

    private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "soteria-aw-\(UUID().uuidString.prefix(8)).json"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test func anExportIsImportedOnce() throws {
        let world = World()
        try withFile(Self.export) { path in
            let run = try run(world, path)
            #expect(run.status == 0, "\(run.error)")
            #expect(
                run.output == """
                    activitywatch laptop, 2026-11-17 – 2026-11-17
                      Shopping: 5 min
                    Imported 5 min of new use. To take it back: soteria import activitywatch \
                    --undo 70

                    """)
            #expect(
                world.sent.withLock { $0 } == [
                    .init(
                        source: "activitywatch laptop",
                        use: [.init(target: "shopping", day: "2026-11-17", seconds: 300)])
                ])
            let again = try self.run(world, path)
            #expect(again.output.hasSuffix("Nothing is new: earlier imports contain all of it.\n"))
        }
    }

    /// No title, no address and nothing of other apps is sent.
    @Test func aPreviewSendsNothing() throws {
        let world = World()
        let other = ActivityWatchTests.bucket("app.editor.activity", [])
        try withFile(#"{"buckets": [\#(ActivityWatchTests.windows), \#(other)]}"#) { path in
            let run = try run(world, "--dry-run", path)
            #expect(run.output.contains("  Shopping: 10 min\nNothing was recorded.\n"))
            #expect(run.output.contains("Not imported: b_app.editor.activity, as Soteria has no"))
            #expect(world.sent.withLock { $0.isEmpty })
            let json = try self.run(world, "--dry-run", "--json", path).output
            #expect(json.contains(#""otherBuckets""#) && !json.contains("Secret"))
        }
    }

    @Test func importsAreListedAndTakenBack() throws {
        let world = World()
        let list = try run(world, "--list")
        #expect(
            list.output == "70  activitywatch laptop  2026-11-17 – 2026-11-17  5 min\n")
        let undone = try run(world, "--undo", "70")
        #expect(undone.output == "Import 70 was taken back.\n")
        #expect(world.removed.withLock { $0 } == [70])
        let unknown = try run(world, "--undo", "7")
        #expect(unknown.status == 1 && unknown.error.contains("there is no import 7, or it was"))
    }

    @Test func badInputHasAClearError() throws {
        let world = World()
        func error(_ words: String...) throws -> String {
            let run = try words.count == 1 ? run(world, words[0]) : run(world, words[0], words[1])
            #expect(run.status != 0 && run.output.isEmpty)
            return run.error
        }
        #expect(try error("/nowhere/x") == "soteria: /nowhere/x: No such file or directory\n")
        #expect(try error("/dev/zero").contains("/dev/zero is not a file"))
        #expect(try error("http://example.com").contains("is not on this machine"))
        #expect(try error("--list", "--undo=3").contains("give a file, an address"))
        #expect(try error("--list", "--dry-run").contains("--dry-run needs a file"))
        for (text, message) in [
            (String(Self.export.dropLast(9)), "the file is cut off\n"),
            ("[1]", "is not an export of ActivityWatch"), ("buckets", "is not an export of"),
        ] {
            try withFile(text) { path in
                let said = try error(path)
                #expect(said.contains(message))
            }
        }
        #expect(world.sent.withLock { $0.isEmpty })
    }

    @Test func aRunningActivityWatchIsAsked() throws {
        let world = World()
        let server = try Server(
            answer: "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n" + Self.export)
        let run = try run(world, "http://127.0.0.1:\(server.port)")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("Imported 5 min"))
        #expect(server.request?.hasPrefix("GET /api/0/export HTTP/1.0\r\n") == true)
        let missing = try Server(answer: "HTTP/1.0 404 NOT FOUND\r\n\r\nx")
        let refused = try self.run(world, "http://localhost:\(missing.port)/x")
        #expect(refused.error.contains("answers \"HTTP/1.0 404 NOT FOUND\""))
        let silent = try Server(answer: "")
        #expect(
            try self.run(world, "http://localhost:\(silent.port)").error
                .contains("does not answer as a web server"))
        #expect(
            try self.run(world, "http://localhost:1").error.contains("Is ActivityWatch running?"))
    }
}

/// A server on this machine that answers one request and closes the connection.
private final class Server: Sendable {
    let port: UInt16
    private let asked = Mutex<String?>(nil)

    /// The request; nil before it came.
    var request: String? { asked.withLock { $0 } }

    init(answer: String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard listener >= 0, result else { throw Failure("no socket") }
        port = UInt16(bigEndian: place.sin_port)
        Thread.detachNewThread {
            let connection = accept(listener, nil, nil)
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(connection, &bytes, bytes.count, 0)
            self.asked.withLock {
                $0 = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            }
            let answer = Array(answer.utf8)
            _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
            close(connection)
            close(listener)
        }
    }
}
