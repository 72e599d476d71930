import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// Whoever goes away in the middle of a request keeps the block.
@Suite struct InterruptionTests {
    private static let kept = "The block is kept. Today so far: 3 protection moments.\n"
    /// The answers to all questions; an interruption may come in the place of each.
    private static let answers = ["i", "tired", "5", "10"]

    @Test(
        arguments: [
            (Person.Deed.signals(SIGINT), Int32(130)), (.signals(SIGTERM), 143),
            (.signals(SIGHUP), 129), (.endsInput, 1),
        ], 0...3)
    func atEveryQuestionTheBlockIsKept(end: (Person.Deed, Int32), answered: Int) throws {
        let deeds = Self.answers.prefix(answered).map(Person.Deed.types) + [end.0]
        let talk = try Talk(["unblock", "shopping"], Person(deeds))
        #expect(talk.run.status == end.1)
        #expect(talk.run.output == Self.kept)
        #expect(talk.log.last == #"Keep {"request":12}"#)
        #expect(talk.log.filter { $0.hasPrefix("Keep") }.count == 1)
        #expect(!talk.log.contains { $0.hasPrefix("Confirm") })
        // The next output begins on a line of its own.
        #expect(talk.run.error.hasSuffix(": \n"))
    }

    @Test(
        arguments: [
            (Person.Deed.signals(SIGINT), Int32(130)), (.signals(SIGTERM), 143), (.endsInput, 1),
        ], [0, 500, 3700, 4999])
    func atEveryMomentOfTheWaitTheBlockIsKept(end: (Person.Deed, Int32), after: Int) throws {
        let talk = try Talk(
            ["unblock", "shopping", "--impulse"], Person(.after(.milliseconds(after), end.0)))
        #expect(talk.run.status == end.1 && talk.run.output == Self.kept)
        #expect(talk.log.last == #"Keep {"request":12}"#)
        #expect(talk.person.elapsed == .milliseconds(after))
        #expect(talk.run.error.hasSuffix("\n"))
    }

    @Test(arguments: [
        (Person.Deed.signals(SIGINT), Int32(130)), (.signals(SIGTERM), 143), (.endsInput, 1),
        (.types("k"), 1),
    ])
    func theWaitAfterTheQuestionsKeepsTheBlockToo(end: (Person.Deed, Int32)) throws {
        let deeds = Self.answers.map(Person.Deed.types) + [.after(.milliseconds(4500), end.0)]
        let talk = try Talk(["unblock", "shopping"], Person(deeds))
        #expect(talk.run.status == end.1 && talk.run.output == Self.kept)
        #expect(talk.log.last == #"Keep {"request":12}"#)
        #expect(!talk.log.contains { $0.hasPrefix("Confirm") })
        #expect(talk.person.elapsed == .milliseconds(4500))
    }

    @Test func aSignalDuringACallIsHeardBeforeItIsOpened() throws {
        let talk = try Talk(
            ["unblock", "shopping", "--impulse"],
            Person(.after(.seconds(5), .signals(SIGINT))))
        #expect(talk.run.status == 130 && talk.log.last == #"Keep {"request":12}"#)
    }

    @Test func allThatWasTypedUpToTheEndOfTheWaitCounts() throws {
        let end = Duration.seconds(5)
        let talk = try Talk(
            ["unblock", "shopping", "--impulse"],
            Person(
                .after(end, .types("x")), .after(end, .types("u")), .after(end, .types("k"))))
        #expect(talk.run.status == 1 && talk.log.last == #"Keep {"request":12}"#)
        let others = try Talk(
            ["unblock", "shopping", "--impulse"],
            Person(.after(end, .types("x")), .after(end, .types("u"))))
        #expect(others.run.status == 0 && others.log.last == #"Confirm {"request":12}"#)
        #expect(others.person.remaining == 0)
    }

    @Test(arguments: [
        (Person.Deed.signals(SIGINT), Int32(130)), (.endsInput, 1), (.types("k"), 1),
    ])
    func aWaitThatBecameLongerCanBeBrokenOffToo(end: (Person.Deed, Int32)) throws {
        let requests = FakeRequests(refusals: [4])
        let talk = try Talk(
            ["unblock", "shopping", "--impulse"], Person(.after(.seconds(7), end.0)), requests)
        #expect(talk.run.status == end.1 && talk.run.output == Self.kept)
        #expect(talk.log.filter { $0.hasPrefix("Confirm") }.count == 1)
        #expect(talk.log.last == #"Keep {"request":12}"#)
        #expect(talk.person.elapsed == .seconds(7))
    }

    @Test(arguments: ["", " ", "k", "KEEP "])
    func keepingCanBeTypedDuringTheWait(line: String) throws {
        let talk = try Talk(
            ["unblock", "shopping", "--impulse"],
            Person(.after(.seconds(1), .types("x")), .after(.seconds(2), .types(line))))
        #expect(talk.run.status == 1 && talk.run.output == Self.kept)
        #expect(talk.person.elapsed == .seconds(2))
    }

    @Test func withoutATerminalASignalKeepsTheBlockToo() throws {
        let talk = try Talk(
            ["unblock", "shopping", "--impulse"],
            Person(.after(.seconds(2), .signals(SIGTERM)), isAtTerminal: false))
        #expect(talk.run.status == 143 && talk.run.output == Self.kept)
        #expect(talk.run.error == "Waiting 5 s\n\n")
    }

    @Test func beforeTheRequestIsOpenThereIsNothingToKeep() throws {
        var list = SampleReplies.list
        list.targets[1].blocked = true
        for (deed, status) in [(Person.Deed.signals(SIGINT), Int32(130)), (.endsInput, 1)] {
            let talk = try Talk(["unblock"], Person(deed), list: list)
            #expect(talk.run.status == status && talk.run.output.isEmpty)
            #expect(talk.log.isEmpty)
        }
    }

    @Test func whatCannotBeKeptIsSaid() throws {
        let requests = FakeRequests([
            "Keep": { _ in
                throw UnblockAPI.RequestOver(request: 12, outcome: .lapsed).varlinkError
            }
        ])
        let stopped = try Talk(["unblock", "shopping"], Person(.signals(SIGINT)), requests)
        #expect(stopped.run.status == 130 && stopped.run.output.isEmpty)
        let sentence =
            "soteria: request 12 is over: nothing was blocked any more, or another "
            + "request replaced it\n"
        #expect(stopped.run.error.hasSuffix(sentence))
        let chosen = try Talk(["unblock", "shopping"], .typing("k"), requests)
        #expect(chosen.run.status == 1 && chosen.run.error.hasSuffix(sentence))
    }

    @Test func keptAsJSONIsTheReply() throws {
        let talk = try Talk(["unblock", "shopping", "--json"], Person(.signals(SIGINT)))
        #expect(talk.run.status == 130 && talk.run.output == "{\"today\":3}\n")
    }

    @Test func aRestartOfTheDaemonDuringTheWaitIsNotNoticed() throws {
        let requests = FakeRequests()
        let first = try FakeDaemon(requests.methods)
        let daemons = Daemons(first)
        defer { daemons.stop() }
        let person = Person { elapsed in
            // Everything lies in the store, so the next daemon knows the request.
            if elapsed == .seconds(2) { daemons.restart(requests.methods) }
        }
        let run = CommandRun(
            "unblock", "shopping", "--planned", daemon: first, person: person)
        #expect(run.status == 0, "\(run.error)")
        #expect(requests.log.last == #"Confirm {"request":12}"#)
        #expect(daemons.count == 2)
    }
}

/// A daemon, and the one that comes in its place.
private final class Daemons: @unchecked Sendable {
    // Only ever used by the thread that runs the command.
    private var running: FakeDaemon?
    private(set) var count = 1

    init(_ first: FakeDaemon) { running = first }

    func restart(_ methods: [String: Method]) {
        guard let path = running?.path else { return }
        running?.stop()
        running = try? FakeDaemon(methods, at: path)
        count += 1
    }

    func stop() { running?.stop() }
}
