import API
import Testing
import Varlink

/// Use, and what may be used, as they stand on the socket.
@Suite struct UseWireTests {
    @Test(arguments: [
        (UsageAPI.Opened.Parameters(site: "www.amazon.com"), #"{"site":"www.amazon.com"}"#),
        (UsageAPI.Opened.Parameters(app: "steam"), #"{"app":"steam"}"#),
        (UsageAPI.Opened.Parameters(), "{}"),
    ])
    func whatIsOpened(asked: UsageAPI.Opened.Parameters, text: String) throws {
        #expect(try ReplyText.compact(asked) == text)
        #expect(try JSON(encoding: asked).decode(as: UsageAPI.Opened.Parameters.self) == asked)
    }

    /// Neither and both are read as they stand: to refuse them is the daemon's part.
    @Test func twoPlacesAreBothRead() throws {
        let asked: JSON = ["site": "a.org", "app": "steam"]
        #expect(
            try asked.decode(as: UsageAPI.Opened.Parameters.self)
                == .init(site: "a.org", app: "steam"))
    }

    @Test func anOpenedUse() throws {
        let reply = UsageAPI.Opened.Reply(
            use: 61, targets: ["shopping"], heartbeat: 30, limit: 90)
        #expect(
            try ReplyText.compact(reply)
                == #"{"use":61,"targets":["shopping"],"heartbeat":30,"limit":90}"#)
    }

    @Test(arguments: [
        ["uses": ["61"]] as JSON, ["uses": 61], ["uses": [1.5]], ["uses": [nil]], [:],
        ["uses": [9_223_372_036_854_775_807.0]],
    ])
    func signsOfLifeOfAnotherShapeAreRefused(asked: JSON) {
        #expect(throws: DecodingError.self) {
            try asked.decode(as: UsageAPI.Heartbeat.Parameters.self)
        }
    }

    @Test func idleness() throws {
        #expect(
            try ReplyText.compact(
                UsageAPI.SetIdle.Parameters(idle: true, locked: false, idleSeconds: 300))
                == #"{"idle":true,"locked":false,"idleSeconds":300}"#)
        let bare: JSON = ["idle": false, "locked": nil]
        #expect(
            try bare.decode(as: UsageAPI.SetIdle.Parameters.self) == .init(idle: false))
    }

    @Test func aSessionThatRunsHasNoEnd() throws {
        #expect(
            try ReplyText.compact(Sample.runningSession) == """
                {"session":63,"target":"games","places":[{"app":"steam"}],\
                "at":"2026-11-21T22:30:00+01:00","seconds":60,"requests":[],"running":true}
                """)
    }

    @Test func aDaysUse() throws {
        let reply = UsageAPI.Today.Reply(
            targets: [.init(target: "games", name: "Games", seconds: 0, running: false)],
            idle: true, locked: true)
        #expect(
            try ReplyText.compact(reply) == """
                {"targets":[{"target":"games","name":"Games","seconds":0,"running":false}],\
                "idle":true,"locked":true}
                """)
    }

    @Test func aBudget() throws {
        #expect(
            try ReplyText.compact(BudgetsAPI.List.Reply(budgets: [Sample.budget])) == """
                {"budgets":[{"budget":"social","name":"Social media","target":"social",\
                "limit":2700,"used":720,"left":1980,"per":"day","resets":"04:00",\
                "from":"2026-11-21T04:00:00+01:00","until":"2026-11-22T04:00:00+01:00",\
                "reached":false,"strict":false,"days":["sat","sun"],"counts":true,\
                "grantedUntil":"2026-11-21T22:45:00+01:00"}]}
                """)
    }

    @Test func refusals() {
        #expect(
            UsageAPI.NotTracked(targets: []).varlinkError.description
                == #"org.soteria.usage.NotTracked {"targets":[]}"#)
        #expect(
            UsageAPI.NoSuchUse(use: -1).varlinkError.description
                == #"org.soteria.usage.NoSuchUse {"use":-1}"#)
    }

    @Test func ownNames() throws {
        #expect(
            try ReplyText.compact(TargetsAPI.PlaceName(app: "steam", name: "Spiele"))
                == #"{"app":"steam","name":"Spiele"}"#)
        let forgotten: JSON = ["site": "amazon.com", "name": nil]
        #expect(
            try forgotten.decode(as: TargetsAPI.SetName.Parameters.self)
                == .init(site: "amazon.com"))
        #expect(
            TargetsAPI.InvalidName(name: "a\nb", problem: "a name is one line").varlinkError
                .description == """
                    org.soteria.targets.InvalidName \
                    {"name":"a\\nb","problem":"a name is one line"}
                    """)
    }
}
