import CEL
import Testing

/// Which names are near enough to be meant.
struct SuggestionTests {
    static func suggestion(for written: String, among names: [String]) throws -> String? {
        let env = Env(variables: names.map { Variable(name: $0, type: .int) })
        return try #require(env.issues(written)).first?.suggestion
    }

    @Test(arguments: [
        ("hour", "hours"),
        ("huor", "hour"),
        ("hou", "hour"),
        ("ohur", "hour"),
        ("Hour", "hour"),
        ("unblocks.last_huor", "unblocks.last_hour"),
        ("unblocks.lasthour", "unblocks.last_hour"),
        ("unblock.last_hours", "unblocks.last_hour"),
        ("quite_hours.active", "quiet_hours.active"),
        ("quiet_hours.activ", "quiet_hours.active"),
        ("usage.social.todya", "usage.social.today"),
        ("regret.mean_30days", "regret.mean_30_days"),
    ])
    func near(written: String, meant: String) throws {
        #expect(try Self.suggestion(for: written, among: ["zebra", meant, "quite.other"]) == meant)
    }

    @Test(arguments: [
        ("x", "hour"),
        ("minute", "hour"),
        ("hour", "hxxx"),
        ("local", "local.hour"),
        ("last_hour", "unblocks.last_hour"),
        ("abcdef", "uvwxyz"),
    ])
    func far(written: String, other: String) throws {
        #expect(try Self.suggestion(for: written, among: [other]) == nil)
    }

    @Test func theNearestWins() throws {
        #expect(
            try Self.suggestion(for: "last_hour_x", among: ["last_hours", "last_hour_y", "last"])
                == "last_hour_y")
        #expect(
            try Self.suggestion(for: "kept.tody", among: ["kept.today", "kept.to", "wept.tody"])
                == "kept.today")
    }

    @Test func longNamesAreBoundedWork() throws {
        let long = String(repeating: "a", count: 60_000)
        #expect(try Self.suggestion(for: long, among: [long + "b", "a"]) == nil)
    }

    @Test func noNames() throws {
        #expect(try Self.suggestion(for: "anything", among: []) == nil)
    }

    @Test func descriptions() {
        let plain = Issue(offset: 3..<7, message: "something is wrong")
        let near = Issue(offset: 3..<7, message: "no 'x'", suggestion: "y")
        #expect(plain.description == "something is wrong")
        #expect(plain.suggestion == nil)
        #expect(near.description == "no 'x'; did you mean 'y'?")
        #expect(near != plain)
    }
}
