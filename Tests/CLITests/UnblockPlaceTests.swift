import API
import Testing

@testable import soteria

/// The subject of `soteria unblock` without a place.
@Suite struct UnblockPlaceTests {
    /// A household in which the targets of these keys are blocked.
    private func list(blocked: [String]) -> ProtectionAPI.List.Reply {
        var list = SampleReplies.list
        for index in list.targets.indices {
            list.targets[index].blocked = blocked.contains(list.targets[index].target)
        }
        return list
    }

    @Test func theOnlyBlockedTargetIsTaken() throws {
        let talk = try Talk(["unblock"], .typing("k"))
        #expect(talk.log.first == #"Request {"place":{"target":"shopping"}}"#)
        #expect(!talk.run.error.contains("What do you want to unblock?"))
    }

    @Test func aPageIsASiteWithAPath() throws {
        let talk = try Talk(["unblock", "--site", "youtube.com/shorts/x"], .typing("k"))
        #expect(
            talk.log.first
                == #"Request {"place":{"site":"youtube.com","path":"/shorts/x"}}"#)
    }

    @Test(arguments: ["2", "social media"])
    func oneOfSeveralBlockedTargetsIsChosen(line: String) throws {
        let list = list(blocked: ["shopping", "social"])
        let talk = try Talk(["unblock"], .typing(line, "k"), list: list)
        #expect(talk.log.first == #"Request {"place":{"target":"social"}}"#)
        #expect(
            talk.run.error.hasPrefix(
                """
                What do you want to unblock?
                  1 Shopping
                  2 Social media
                Type a number from 1 to 2, or press Enter to unblock nothing:\u{20}
                """))
    }

    @Test func nobodyHasToChoose() throws {
        let list = list(blocked: ["shopping", "social"])
        let talk = try Talk(["unblock"], .typing(""), list: list)
        #expect(talk.run.status == 1 && talk.run.output.isEmpty && talk.log.isEmpty)
        let nothing = try Talk(["unblock"], .typing(), list: self.list(blocked: []))
        #expect(nothing.run.status == 1)
        #expect(nothing.run.error == "soteria: nothing is blocked\n")
    }

    @Test(arguments: ["planned", "impulse"])
    func whereNothingIsAskedTheOnlyBlockedTargetIsTaken(purpose: String) throws {
        for person in [Person.nobody, Person()] {
            let talk = try Talk(["unblock", "--\(purpose)"], person)
            #expect(talk.run.status == 0 && talk.run.output.hasPrefix("Shopping is open"))
            #expect(
                talk.log == [
                    #"Request {"place":{"target":"shopping"},"intent":{"purpose":"\#(purpose)"}}"#,
                    #"Confirm {"request":12}"#,
                ])
        }
    }

    @Test func whereNothingIsAskedOneOfSeveralMustBeNamed() throws {
        for person in [Person.nobody, Person()] {
            let list = list(blocked: ["shopping", "social"])
            let talk = try Talk(["unblock", "--planned"], person, list: list)
            #expect(talk.run.status == 64 && talk.run.output.isEmpty && talk.log.isEmpty)
            #expect(
                talk.run.error == """
                    soteria: name what to unblock: TARGET, --site, --app or --protection
                    Blocked now: shopping, social

                    """)
        }
    }

    @Test func whereNothingIsAskedAndNothingIsBlockedItIsSaid() throws {
        for person in [Person.nobody, Person()] {
            let talk = try Talk(["unblock", "--impulse"], person, list: list(blocked: []))
            #expect(talk.run.status == 1 && talk.log.isEmpty)
            #expect(talk.run.error == "soteria: nothing is blocked\n")
        }
    }
}
