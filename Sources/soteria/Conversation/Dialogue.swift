import ArgumentParser

/// Questions to the person, and their answers. All of it goes to standard error, so that standard
/// output holds the result alone.
struct Dialogue {
    let surroundings: Surroundings
    let listener: any Listener

    /// Begins to listen.
    init(_ surroundings: Surroundings) throws {
        self.surroundings = surroundings
        listener = try surroundings.listen(surroundings.canAsk)
    }

    /// One of several answers to a question.
    struct Answer<Value> {
        /// What is typed: one letter.
        var key: String
        /// What is shown, with the letter in brackets.
        var label: String
        /// The word that may be typed as well.
        var word: String
        var value: Value
    }

    func say(_ text: String) { surroundings.error(text) }

    /// Asks for a line; without blanks at its ends. Throws `Keeping` where there is none.
    func ask(_ question: String) throws -> String {
        say(question)
        while true {
            switch try listener.hear(within: nil) {
            case .line(let line): return line.trimmingBlanks
            case .end:
                say("\n")
                throw Keeping.endOfInput
            case .signal(let number):
                say("\n")
                throw Keeping.signal(number)
            case .nothing: continue
            }
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

    /// Asks for one of the names, by its number in the list or as it is; nil where Enter alone was
    /// typed.
    func pick(_ question: String, from names: [String], enter: String) throws -> Int? {
        var list = ""
        for (index, name) in names.enumerated() {
            list += "  \(index + 1) \(Printable.text(name))\n"
        }
        say("\(question)\n\(list)")
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
    /// The text without blanks at its ends.
    var trimmingBlanks: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The text with a capital letter at its beginning.
    var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
