import Foundation
import Synchronization
import Testing

@testable import soteria

/// Questions and their answers, without a daemon.
@Suite struct DialogueTests {
    /// The text on standard error.
    private final class Screen: Sendable {
        private let shown = Mutex("")

        var text: String { shown.withLock { $0 } }

        func dialogue(_ person: Person) throws -> Dialogue {
            try Dialogue(
                CommandContext(
                    output: { _ in Issue.record("questions do not belong on standard output") },
                    error: { text in self.shown.withLock { $0 += text } }, style: Style(),
                    isTerminal: false, canAsk: person.isAtTerminal, environment: [:],
                    elapsed: { person.elapsed }, listen: { _ in person },
                    run: { _, _ in ProgramResult(status: nil, output: "") }))
        }
    }

    private let answers: [Dialogue.Answer<Int>] = [
        .init(key: "o", label: "[o]ne", word: "one", value: 1),
        .init(key: "t", label: "[t]wo", word: "two", value: 2),
        .init(key: "h", label: "t[h]ree", word: "three", value: 3),
    ]

    @Test(arguments: [("", 1), ("t", 2), ("TWO", 2), ("  h ", 3), ("three", 3)])
    func answersAreLettersOrWords(line: String, value: Int) throws {
        let screen = Screen()
        #expect(try screen.dialogue(.typing(line)).choose("Which?", answers) == value)
        #expect(screen.text == "Which? [o]ne · [t]wo · t[h]ree: ")
    }

    @Test(arguments: ["x", "on", "1", "o t", "two!"])
    func whatIsNoAnswerIsAskedAgain(line: String) throws {
        let screen = Screen()
        let person = Person.typing(line, "t")
        #expect(try screen.dialogue(person).choose("Which?", answers) == 2)
        #expect(screen.text.contains("\u{20}Type o, t or h.\nWhich?") && person.remaining == 0)
    }

    @Test(arguments: [(1, "Type o.\n"), (2, "Type o or t.\n"), (3, "Type o, t or h.\n")])
    func whatCanBeTypedIsSaidOfAnyNumberOfAnswers(count: Int, sentence: String) throws {
        let screen = Screen()
        let dialogue = try screen.dialogue(.typing("?", ""))
        #expect(try dialogue.choose("Which?", Array(answers.prefix(count))) == 1)
        #expect(screen.text.contains(": \(sentence)Which?"), "\(screen.text)")
    }

    @Test func aListTakesNumbersAndNames() throws {
        let names = ["Shopping", "Social media", "7"]
        for (line, index) in [("1", 0), ("social MEDIA", 1), ("7", 2), ("3", 2), ("", nil)] {
            let screen = Screen()
            let dialogue = try screen.dialogue(.typing(line))
            #expect(try dialogue.pick("Which?", from: names, enter: "for none") == index)
            #expect(
                screen.text.hasSuffix(
                    "  3 7\nType a number from 1 to 3, or press Enter for none: "))
        }
    }

    @Test func namesCannotSpeakToTheTerminal() throws {
        let screen = Screen()
        let dialogue = try screen.dialogue(.typing("\u{1b}[2J", ""))
        #expect(try dialogue.pick("Which?", from: ["a\u{1b}[1m"], enter: "to skip") == nil)
        #expect(!screen.text.contains("\u{1b}"))
    }

    @Test func whatCannotBeReadIsExplained() throws {
        let screen = Screen()
        let dialogue = try screen.dialogue(.typing("a", "b", "12"))
        let number = try dialogue.read("How many?") { line throws(Failure) in
            guard let number = Int(line) else { throw Failure("that is \(line)") }
            return number
        }
        #expect(number == 12)
        let question = "How many? (Enter to skip): "
        #expect(screen.text == "\(question)That is a.\n\(question)That is b.\n\(question)")
    }

    @Test(arguments: [
        (Person.Deed.endsInput, BlockKept.endOfInput), (.signals(SIGTERM), .signal(SIGTERM)),
    ])
    func anInterruptionIsThrownFromEveryQuestion(deed: Person.Deed, keeping: BlockKept) throws {
        #expect(throws: keeping) { try Screen().dialogue(Person(deed)).ask("Well? ") }
        #expect(throws: keeping) { try Screen().dialogue(Person(deed)).choose("Well?", answers) }
        #expect(throws: keeping) {
            try Screen().dialogue(Person(deed)).pick("Well?", from: ["a"], enter: "to skip")
        }
        #expect(throws: keeping) {
            try Screen().dialogue(Person(deed)).read("Well?") { line throws(Failure) in line }
        }
        #expect(throws: keeping) {
            try WaitCountdown(dialogue: Screen().dialogue(Person(.after(.seconds(1), deed))))
                .wait(seconds: 2)
        }
    }

    @Test func aCountdownCoversWhatStoodThere() throws {
        let screen = Screen()
        let person = Person()
        try WaitCountdown(dialogue: screen.dialogue(person)).wait(seconds: 61)
        #expect(person.elapsed == .seconds(61))
        let lines = screen.text.split(separator: "\r")
        #expect(lines.count == 62)
        #expect(lines[0] == "Waiting 1:01 min. Press Enter or Ctrl-C to keep the block")
        // Shorter than the one before, so blanks cover its end.
        #expect(lines[2] == "Waiting 59 s. Press Enter or Ctrl-C to keep the block    ")
        #expect(lines[61].hasPrefix("The wait is over.") && lines[61].hasSuffix(" \n"))
    }

    @Test(arguments: [0, -5])
    func whereNothingHasToBeWaitedForNothingIsSaid(seconds: Int) throws {
        for person in [Person(), .nobody] {
            let screen = Screen()
            try WaitCountdown(dialogue: screen.dialogue(person)).wait(seconds: seconds)
            #expect(screen.text.isEmpty && person.elapsed == .zero)
        }
    }

    @Test(arguments: [("", ""), (" ", ""), (" a b\t", "a b"), ("a", "a"), ("\u{a0}x\r", "x")])
    func blanksAtTheEndsAreNoPartOfAnAnswer(text: String, trimmed: String) {
        #expect(text.trimmingBlanks == trimmed)
    }
}
