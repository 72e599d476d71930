import ArgumentParser

/// Questions to the person, and their answers. All of it goes to standard error, so that standard
/// output holds the result alone.
struct Dialogue {
    let surroundings: Surroundings
    let listener: any Listener

    init(_ surroundings: Surroundings) throws {
        self.surroundings = surroundings
        listener = try surroundings.listen(surroundings.canAsk)
    }

    struct Answer<Value> {
        /// The letter that is typed.
        var key: String
        /// The words that are shown, with the letter in brackets.
        var label: String
        var word: String
        var value: Value
    }

    func say(_ text: String) { surroundings.error(text) }

    /// Asks for a line; without blanks at its ends. Throws `Keeping` where there is none.
    func ask(_ question: String) throws -> String {
        say(question)
        while true {
            if let line = try hear(within: nil) { return line }
        }
    }

    /// A line without blanks at its ends; nil if none comes in time. Throws `Keeping`.
    func hear(within limit: Duration?) throws -> String? {
        switch try listener.hear(within: limit) {
        case .line(let line): return line.trimmingBlanks
        case .nothing: return nil
        case .end:
            say("\n")
            throw Keeping.endOfInput
        case .signal(let number):
            say("\n")
            throw Keeping.signal(number)
        }
    }

    /// Asks until one of the answers is given; the first one is what Enter means.
    func choose<Value>(_ question: String, _ answers: [Answer<Value>]) throws -> Value {
        while true {
            let answer = try chooseOrSkip(question, answers)
            if let value = answer ?? answers.first?.value { return value }
        }
    }

    /// Asks until one of the answers is given; nil where Enter alone was typed.
    func chooseOrSkip<Value>(
        _ question: String, _ answers: [Answer<Value>], enter: String? = nil
    ) throws -> Value? {
        let labels = answers.map(\.label) + [enter.map { "Enter: \($0)" }].compactMap(\.self)
        while true {
            let line = try ask("\(question) \(labels.joined(separator: " · ")): ").lowercased()
            if line.isEmpty { return nil }
            if let chosen = answers.first(where: { line == $0.key || line == $0.word }) {
                return chosen.value
            }
            say("Type \(Self.choice(of: answers.map(\.key))).\n")
        }
    }

    /// `k`, `k or r`, `k, p or i`.
    private static func choice(of keys: [String]) -> String {
        guard let last = keys.last, keys.count > 1 else { return keys.joined() }
        return keys.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Asks for one of the names, by its number or as it is; nil for Enter alone.
    func pick(_ question: String, from names: [String], enter: String) throws -> Int? {
        let list = names.enumerated().map { "  \($0 + 1) \(Printable.text($1))\n" }
        say("\(question)\n\(list.joined())")
        while true {
            let line = try ask("1 to \(names.count), or Enter \(enter): ")
            if line.isEmpty { return nil }
            if let number = Int(line), names.indices.contains(number - 1) { return number - 1 }
            if let index = names.firstIndex(where: { $0.lowercased() == line.lowercased() }) {
                return index
            }
            say("There is no \"\(Printable.text(line))\" in the list.\n")
        }
    }

    /// Asks questions of which nothing hangs open: whoever ends the input leaves them, whoever ends
    /// the program ends it.
    func untilLeft(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch Keeping.signal(let number) {
            throw ExitCode(128 + number)
        } catch is Keeping {}
    }

    /// Asks until Enter alone is typed, which is nil, or a line that `read` takes; what `read`
    /// throws is said, and asked again.
    func read<Value>(_ question: String, _ read: (String) throws(Failure) -> Value) throws
        -> Value?
    {
        while true {
            let line = try ask("\(question) (Enter to skip): ")
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

/// The wait before something is opened, as a countdown that can be ended at any time.
struct Waiting {
    let dialogue: Dialogue

    /// Waits; throws `Keeping` where the person has it otherwise.
    func wait(seconds: Int) throws {
        let surroundings = dialogue.surroundings
        let end = surroundings.elapsed() + .seconds(max(0, seconds))
        if !surroundings.canAsk, seconds > 0 { dialogue.say("Waiting \(Self.text(seconds))\n") }
        var width = 0
        while true {
            let left = end - surroundings.elapsed()
            let whole = Self.wholeSeconds(left)
            guard whole > 0 else { break }
            var limit = left
            if surroundings.canAsk {
                width = show(
                    "Waiting \(Self.text(whole)), Enter or Ctrl-C keeps the block", over: width)
                // Until the next whole second.
                limit -= .seconds(whole - 1)
            }
            _ = try listen(limit)
        }
        if width > 0 { _ = show("The wait is over.", over: width, isLast: true) }
        // Whatever came until now counts, during a call to the daemon too: nothing is asked later.
        while try listen(.zero) {}
    }

    /// Listens, at most so long; returns whether anything came.
    private func listen(_ limit: Duration) throws -> Bool {
        guard let line = try dialogue.hear(within: limit) else { return false }
        // As at the question before: Enter alone is to keep.
        if ["", "k", "keep"].contains(line.lowercased()) { throw Keeping.chosen }
        return true
    }

    /// Writes the text over the line before it; returns how many columns it takes.
    private func show(_ text: String, over width: Int, isLast: Bool = false) -> Int {
        dialogue.say("\r" + Printable.padded(text, to: width) + (isLast ? "\n" : ""))
        return Printable.columns(text)
    }

    /// Seconds that are left, counting one that has begun.
    static func wholeSeconds(_ length: Duration) -> Int {
        let (seconds, attoseconds) = length.components
        return Int(clamping: seconds) + (attoseconds > 0 ? 1 : 0)
    }

    /// `27 s`, `1:30 min`, `1:00:05 h`.
    static func text(_ seconds: Int) -> String {
        let two = ClockText.two
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return "\(seconds / 60):\(two(seconds % 60)) min"
        default:
            return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60)) h"
        }
    }
}
