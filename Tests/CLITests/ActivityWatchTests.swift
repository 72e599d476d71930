import RuleFiles
import RuleModel
import SeededRandom
import Testing

@testable import soteria

/// Exports of ActivityWatch as the use of targets.
@Suite struct ActivityWatchTests {
    /// An export in pieces of a length.
    static func read(_ text: String, pieces: Int = 1 << 16) throws -> ActivityWatchExport {
        try read(Array(text.utf8), pieces: pieces)
    }

    static func read(_ bytes: [UInt8], pieces: Int = 1 << 16) throws -> ActivityWatchExport {
        var rest = bytes[...]
        var stream = JSONStream { () throws(JSONStream.Problem) in
            let piece = rest.prefix(pieces)
            rest = rest.dropFirst(pieces)
            return Array(piece)
        }
        var export = ActivityWatchExport(
            targetsOfApp: { $0 == "steam" ? ["games"] : [] },
            targetsOfHost: {
                ["www.shop.example": ["shopping"], "games.example": ["games"]][$0] ?? []
            })
        try export.read(&stream)
        return export
    }

    static func bucket(
        _ type: String, host: String = "laptop", _ events: [(String, Double, String)]
    ) -> String {
        let events = events.map { time, seconds, data in
            """
            {"id": 1, "timestamp": "2026-11-17T\(time):00.250000+00:00", "duration": \(seconds),
             "data": \(data)}
            """
        }
        return """
            {"id": "b_\(type)", "created": "2026-01-01T00:00:00Z", "type": "\(type)", "client": "c",
             "hostname": "\(host)", "data": {}, "events": [\(events.joined(separator: ","))]}
            """
    }

    static let windows = bucket(
        "currentwindow",
        [
            ("10:00", 600, #"{"app": "steam", "title": "Secret \"}] tit\u00e9le"}"#),
            ("10:10", 1200, #"{"title": "x", "app": "Firefox"}"#),
            ("10:30", 600, #"{"app": "editor", "title": "y"}"#),
        ])
    static let presence = bucket(
        "afkstatus",
        [("10:05", 3600, #"{"status":"not-afk"}"#), ("11:05", 60, #"{"status":"afk"}"#)])
    static let pages = bucket(
        "web.tab.current", host: "unknown",
        [
            (
                "10:05", 900,
                #"{"url":"https://www.shop.example/a?b","title":"t","incognito":false}"#
            ),
            ("10:20", 600, #"{"url":"https://games.example:8080/","incognito":true}"#),
            ("10:25", 900, #"{"url":"https://me@games.example","audible":true}"#),
            ("10:40", 60, #"{"url":"file:///home/x"}"#),
        ])

    private func use(_ export: ActivityWatchExport) -> [String] {
        export.hosts.sorted { $0.key < $1.key }.flatMap { host, measured in
            ActivityWatchExport.use(
                of: measured, in: .utc, before: Instant(seconds: 1_800_000_000)
            ).map { "\(host) \($0.target) \($0.day) \($0.seconds)" }
        }
    }

    /// The game counts from 10:05, when somebody came, to 10:10; the shop's page from 10:10, when
    /// the browser came to the front, to 10:20; the page of games from 10:25 to 10:30.
    @Test(arguments: [1, 7, 1 << 16])
    func useIsWhatWasInFrontOfSomebody(pieces: Int) throws {
        let object =
            #"{"buckets": {"a": \#(Self.windows), "b": \#(Self.presence), "c": \#(Self.pages)}}"#
        let list =
            #"{"x": [1, {}], "buckets": [\#(Self.windows), \#(Self.presence), \#(Self.pages)]}"#
        for text in [object, list] {
            let export = try Self.read(text, pieces: pieces)
            #expect(use(export) == ["laptop games 20774 600", "laptop shopping 20774 600"])
            #expect(export.others.isEmpty && export.damagedEvents == 0)
        }
    }

    @Test func withoutPresenceAndWindowsAllCounts() throws {
        let export = try Self.read(#"{"buckets": {"c": \#(Self.pages)}}"#)
        #expect(use(export) == ["unknown games 20774 900", "unknown shopping 20774 900"])
    }

    @Test func useIsSplitAtMidnight() throws {
        let night = Self.bucket(
            "currentwindow",
            [("23:30", 7200, #"{"app":"steam"}"#), ("23:40", 60, #"{"app":"steam"}"#)])
        let export = try Self.read(#"{"buckets": {"a": \#(night)}}"#)
        #expect(use(export) == ["laptop games 20774 1799", "laptop games 20775 5400"])
    }

    @Test func otherBucketsAndDamagedEventsAreTold() throws {
        let damaged = Self.bucket(
            "currentwindow",
            [
                ("10:00", -1, #"{"app":"steam"}"#), ("10:61", 60, #"{"app":"steam"}"#),
                ("10:00", 1e9, #"{"app":"steam"}"#), ("10:00", 60, #"{"app":7}"#),
                ("10:00", 60, "[]"),
            ])
        let other = Self.bucket("app.editor.activity", [("10:00", 60, #"{"file":"/x"}"#)])
        let export = try Self.read(#"{"buckets": {"a": \#(damaged), "b": \#(other)}}"#)
        #expect(use(export).isEmpty && export.damagedEvents == 5)
        #expect(
            export.others == [.init(bucket: "b_app.editor.activity", type: "app.editor.activity")])
    }

    @Test func otherFilesAreRefused() {
        #expect(throws: ActivityWatchExport.Problem.notAnExport) { try Self.read("[]") }
        #expect(throws: ActivityWatchExport.Problem.notAnExport) { try Self.read(#"{"a": 1}"#) }
        #expect(throws: JSONStream.Problem.cutOff) { try Self.read("") }
        #expect(throws: JSONStream.Problem.cutOff) { try Self.read(#"{"buckets": {"#) }
        #expect(throws: JSONStream.Problem.unexpected(at: 13)) { try Self.read(#"{"buckets": {a"#) }
        #expect(throws: JSONStream.Problem.unexpected(at: 16)) {
            try Self.read(#"{"buckets": {}} x"#)
        }
        let deep = #"{"a": \#(String(repeating: "[", count: 200))"#
        #expect(throws: JSONStream.Problem.tooDeep(at: 106)) { try Self.read(deep) }
    }

    /// Bytes changed and cut off anywhere are read or refused, and never trap.
    @Test func damagedBytes() {
        var random = SeededGenerator()
        let whole = Array(
            #"{"buckets": {"a": \#(Self.windows), "b": \#(Self.presence), "c": \#(Self.pages)}}"#
                .utf8)
        let marks = Array("{}[]\",:\\u09-.etn \u{0}".utf8) + [0xff]
        var read = 0
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    marks.randomElement(using: &random) ?? 0
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
            }
            guard let export = try? Self.read(bytes, pieces: 64) else { continue }
            _ = use(export)
            read += 1
        }
        #expect(read > 200, "seed \(random.seed)")
    }

    @Test func rangesAreMergedAndIntersected() {
        let some = TimeRanges([5..<9, 0..<2, 2..<3, 6..<7, 20..<30])
        #expect(some.merged.all == [0..<3, 5..<9, 20..<30])
        let common = some.intersection(TimeRanges([1..<6, 8..<25]))
        #expect(common.all == [1..<3, 5..<6, 8..<9, 20..<25])
        #expect(some.intersection(TimeRanges()).all.isEmpty)
    }

    @Test func appsAreFoundByTheNamesOfWindows() {
        var target = SampleReplies.target
        target.target = "games"
        target.apps = ["com.valvesoftware.Steam", "org.gnome.Chess"]
        target.executables = ["/usr/games/supertux2"]
        let matching = AppMatching([target])
        for name in [
            "steam", "Steam", "com.valvesoftware.steam", "Chess", "supertux2",
            "org.gnome.Chess.desktop",
        ] {
            #expect(matching.targets(of: name) == ["games"], "\(name)")
        }
        #expect(matching.targets(of: "gnome").isEmpty && matching.targets(of: "").isEmpty)
    }

    @Test(
        arguments: [
            ("http://localhost", 5600, "/api/0/export"),
            ("http://127.0.0.1:80/", 80, "/api/0/export"),
            ("http://localhost:5666/api/0/buckets/x/export", 5666, "/api/0/buckets/x/export"),
        ] as [(String, UInt16, String)])
    func addressesOnThisMachine(text: String, port: UInt16, path: String) throws {
        let address = try LoopbackAddress(text)
        #expect(address.port == port && address.path == path)
    }

    @Test(arguments: [
        "https://localhost:5600", "http://example.com", "http://localhost.example.com",
        "http://localhost@example.com", "http://localhost:0", "http://localhost:x",
        "http://localhost:5600:1", "http://[::1]", "http://localhost/a b", "http://",
        "ftp://localhost", "http://localhost/\r\nX: y",
    ])
    func otherAddressesAreRefused(text: String) {
        #expect(throws: Failure.self) { try LoopbackAddress(text) }
    }
}
