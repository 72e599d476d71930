import ArgumentParser
import Localization

/// Asks the person, on standard error, so that standard output holds only the result.
struct Dialogue {
    let context: CommandContext
    let listener: any Listener

    init(_ context: CommandContext) throws {
        self.context = context
        listener = try context.listen(context.canAsk)
    }

    struct Answer<Value> {
        /// The letter to type.
        var key: String
        /// The text to show, with the letter in brackets.
        var label: String
        var word: String
        var value: Value
    }

    func say(_ text: String) { context.error(text) }

    /// Asks for a line and trims it. Throws `BlockKept` if the input ends.
    func ask(_ question: String) throws -> String {
        say(question)
        while true {
            if let line = try nextInput(within: nil) { return line }
        }
    }

    /// A trimmed line; nil if none arrives in time. Throws `BlockKept`.
    func nextInput(within limit: Duration?) throws -> String? {
        switch try listener.nextInput(within: limit) {
        case .line(let line): return line.trimmingBlanks
        case .nothing: return nil
        case .end:
            say("\n")
            throw BlockKept.endOfInput
        case .signal(let number):
            say("\n")
            throw BlockKept.signal(number)
        }
    }

    /// Asks until one of the answers is given; Enter selects the first.
    func choose<Value>(_ question: String, _ answers: [Answer<Value>]) throws -> Value {
        while true {
            let answer = try chooseOrSkip(question, answers)
            if let value = answer ?? answers.first?.value { return value }
        }
    }

    /// Asks until one of the answers is given; nil if Enter alone was typed.
    func chooseOrSkip<Value>(
        _ question: String, _ answers: [Answer<Value>], enter: String? = nil
    ) throws -> Value? {
        let labels =
            answers.map(\.label) + [enter.map { localized("Enter: \($0)") }].compactMap(\.self)
        while true {
            let line = try ask("\(question) \(labels.joined(separator: " · ")): ").lowercased()
            if line.isEmpty { return nil }
            if let chosen = answers.first(where: { line == $0.key || line == $0.word }) {
                return chosen.value
            }
            say(localized("Type \(Self.choice(of: answers.map(\.key))).\n"))
        }
    }

    /// `k`, `k or r`, `k, p or i`.
    private static func choice(of keys: [String]) -> String {
        guard let last = keys.last, keys.count > 1 else { return keys.joined() }
        return localized("\(keys.dropLast().joined(separator: ", ")) or \(last)")
    }

    /// Asks for one of the names, by its number or its text; nil for Enter alone.
    func pick(_ question: String, from names: [String], enter: String) throws -> Int? {
        let list = names.enumerated().map { "  \($0 + 1) \(Printable.text($1))\n" }
        say("\(question)\n\(list.joined())")
        while true {
            let line = try ask(
                localized("Type a number from 1 to \(names.count), or press Enter \(enter): "))
            if line.isEmpty { return nil }
            if let number = Int(line), names.indices.contains(number - 1) { return number - 1 }
            if let index = names.firstIndex(where: { $0.lowercased() == line.lowercased() }) {
                return index
            }
            say(localized("\"\(Printable.text(line))\" is not in the list.\n"))
        }
    }

    /// Asks optional questions. The end of the input skips them; a signal ends the program.
    func untilInputEnds(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch BlockKept.signal(let number) {
            throw ExitCode(128 + number)
        } catch is BlockKept {}
    }

    /// Asks until Enter alone is typed (nil) or `read` accepts the line; shows its failures.
    func read<Value>(_ question: String, _ read: (String) throws(Failure) -> Value) throws
        -> Value?
    {
        while true {
            let line = try ask(localized("\(question) (Enter to skip): "))
            if line.isEmpty { return nil }
            do {
                return try read(line)
            } catch {
                say(error.description.capitalizedSentence + ".\n")
            }
        }
    }
}

extension String {
    var trimmingBlanks: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }

    var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}

/// The countdown before something is opened, which can be ended at any time.
struct WaitCountdown {
    let dialogue: Dialogue

    /// Waits; throws `BlockKept` if the person keeps the block. `check` is called each second; what
    /// it throws ends the wait.
    func wait(seconds: Int, check: () throws -> Void = {}) throws {
        let context = dialogue.context
        let end = context.elapsed() + .seconds(max(0, seconds))
        if !context.canAsk, seconds > 0 {
            dialogue.say(localized("Waiting \(Self.text(seconds))\n"))
        }
        var width = 0
        while true {
            let left = end - context.elapsed()
            let whole = Self.wholeSeconds(left)
            guard whole > 0 else { break }
            if context.canAsk {
                width = show(
                    localized(
                        "Waiting \(Self.text(whole)). Press Enter or Ctrl-C to keep the block"),
                    over: width)
            }
            // Until the next whole second.
            _ = try listen(left - .seconds(whole - 1))
            guard whole > 1 else { continue }
            do {
                try check()
            } catch {
                if width > 0 { dialogue.say("\n") }
                throw error
            }
        }
        if width > 0 { _ = show(localized("The wait is over."), over: width, isLast: true) }
        // Input that has arrived counts, even during a call to the daemon; no question follows it.
        while try listen(.zero) {}
    }

    /// Waits for input for at most `limit`; returns whether any arrived.
    private func listen(_ limit: Duration) throws -> Bool {
        guard let line = try dialogue.nextInput(within: limit) else { return false }
        // As in the question before, Enter alone keeps the block.
        if ["", "k", "keep"].contains(line.lowercased()) { throw BlockKept.chosen }
        return true
    }

    /// Overwrites the previous text; returns the number of columns.
    private func show(_ text: String, over width: Int, isLast: Bool = false) -> Int {
        dialogue.say("\r" + Printable.padded(text, to: width) + (isLast ? "\n" : ""))
        return Printable.columns(text)
    }

    /// The remaining seconds, rounded up.
    static func wholeSeconds(_ length: Duration) -> Int {
        let (seconds, attoseconds) = length.components
        return Int(clamping: seconds) + (attoseconds > 0 ? 1 : 0)
    }

    /// `27 s`, `1:30 min`, `1:00:05 h`.
    static func text(_ seconds: Int) -> String {
        let two = ClockText.two
        switch seconds {
        case ..<60: return localized("\(seconds) s")
        case ..<3600: return localized("\(seconds / 60):\(two(seconds % 60)) min")
        default:
            return localized("\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60)) h")
        }
    }
}
