import API
import Testing
import Varlink

@testable import soteria

/// `soteria block`: a permission ends, and what is blocked is said.
@Suite struct BlockTests {
    private typealias Reply = UnblockAPI.EndGrants.Reply

    private func block(_ reply: Reply, _ arguments: String...) throws -> Talk {
        try Talk(
            ["block"] + arguments, .nobody,
            FakeRequests(["EndGrants": { $0.reply(reply) }]))
    }

    private let shopping = Reply(grants: [15], targets: ["shopping"], blocked: ["shopping"])

    @Test func aPermissionEndsAndTheTargetIsBlocked() throws {
        let talk = try block(shopping, "shopping")
        #expect(talk.log == [#"EndGrants {"place":{"target":"shopping"}}"#])
        #expect(talk.run.status == 0 && talk.run.error.isEmpty)
        #expect(talk.run.output == "Shopping is blocked until 06:30 (in 7 h 12 min)\n")
    }

    @Test func whatWasBlockedAnywayIsSaidToBe() throws {
        let talk = try block(
            Reply(grants: [], targets: ["shopping"], blocked: ["shopping"]), "shopping")
        #expect(talk.run.status == 0)
        #expect(talk.run.output == "Shopping is already blocked until 06:30 (in 7 h 12 min)\n")
    }

    @Test(arguments: [
        (["--site", "amazon.com"], #"{"site":"amazon.com"}"#),
        (["--app", "org.example.Shop"], #"{"app":"org.example.Shop"}"#),
        ([], #"{"everything":true}"#),
    ])
    func everyPlaceCanBeNamed(arguments: [String], place: String) throws {
        let talk = try Talk(
            ["block"] + arguments, .nobody,
            FakeRequests(["EndGrants": { [shopping] in $0.reply(shopping) }]))
        #expect(talk.log == [#"EndGrants {"place":\#(place)}"#])
        #expect(talk.run.status == 0)
    }

    @Test func whereNothingRestrictsAProtectionIsOffered() throws {
        let nothing = try block(Reply(grants: [], targets: ["social"], blocked: []), "social")
        #expect(nothing.run.status == 1 && nothing.run.output.isEmpty)
        #expect(
            nothing.run.error
                == "soteria: nothing blocks Social media now; to block it for an hour: "
                + "soteria protect social --for 1h\n")
        let ended = try block(
            Reply(grants: [15], targets: ["shopping", "social"], blocked: []), "shopping")
        #expect(
            ended.run.error
                == "soteria: the permission has ended, but nothing blocks Shopping, Social media "
                + "now; to block them for an hour: soteria protect shopping --for 1h\n")
        let everything = try block(Reply(grants: [], targets: ["shopping"], blocked: []))
        #expect(everything.run.status == 1)
        #expect(
            everything.run.error
                == "soteria: nothing is blocked now; to block every target for an hour: "
                + "soteria protect --for 1h\n")
    }

    @Test func asJSON() throws {
        let talk = try block(shopping, "shopping", "--json")
        #expect(talk.run.status == 0)
        #expect(
            talk.run.output
                == #"{"grants":[15],"targets":["shopping"],"blocked":["shopping"]}"# + "\n")
        let nothing = try block(Reply(grants: [], targets: ["social"], blocked: []), "--json")
        #expect(nothing.run.status == 1 && nothing.run.error.isEmpty)
        #expect(
            nothing.run.output == #"{"grants":[],"targets":["social"],"blocked":[]}"# + "\n")
    }

    @Test func onlyOnePlace() throws {
        let run = CommandRun("block", "shopping", "--site", "amazon.com")
        #expect(run.status == 64 && run.error.contains("only one of TARGET, --site and --app"))
    }

    @Test func aSiteOfNoTarget() throws {
        let talk = try Talk(
            ["block", "--site", "nothing.example"], .nobody,
            FakeRequests([
                "EndGrants": { _ in throw UnblockAPI.NotBlocked(targets: []).varlinkError }
            ]))
        #expect(talk.run.status == 1)
        #expect(
            talk.run.error == "soteria: no rule names this site or app, so it is not blocked\n")
    }
}
