/// A regular expression of the syntax of RE2, matched in time linear in the text.
///
/// In: literals, `.`, classes, groups, alternatives, repetitions, `^ $ \A \z \b \B`, the flags
/// `i`, `m`, `s` and `U`, `\d \w \s`, POSIX classes, general categories and `\Q…\E`. Out: scripts
/// such as `\p{Greek}`, and what RE2 leaves out (back references, look-around).
struct RegularExpression: Sendable {
    private let instructions: [RegexInstruction]

    /// Instructions that an expression may make; repetitions multiply what they hold.
    static let maxSize = 10_000

    init(_ pattern: String) throws(RegexError) {
        var parser = RegexParser(pattern)
        let node = try parser.parse()
        guard node.size <= Self.maxSize else {
            throw RegexError("the regular expression is too large")
        }
        var instructions: [RegexInstruction] = []
        Self.emit(node, into: &instructions)
        instructions.append(.match)
        self.instructions = instructions
    }

    /// The number of instructions of a pattern; nil if it is invalid or has too many.
    static func size(of pattern: String) -> Int? {
        var parser = RegexParser(pattern)
        guard let size = (try? parser.parse())?.size, size <= maxSize else { return nil }
        return size + 1
    }

    func matches(_ text: String) -> Bool {
        var machine = RegexMachine(instructions)
        return machine.search(text)
    }

    private static func emit(_ node: RegexNode, into code: inout [RegexInstruction]) {
        switch node {
        case .empty: break
        case .set(let set): code.append(.consume(set))
        case .assertion(let assertion): code.append(.assert(assertion))
        case .sequence(let nodes):
            for node in nodes { emit(node, into: &code) }
        case .alternatives(let nodes): emit(alternatives: nodes[...], into: &code)
        case .repetition(let node, let least, let most):
            for _ in 0..<least { emit(node, into: &code) }
            guard let most else {
                let split = code.count
                code.append(.match)
                emit(node, into: &code)
                code.append(.jump(split))
                code[split] = .split(split + 1, code.count)
                return
            }
            for _ in least..<max(least, most) {
                let split = code.count
                code.append(.match)
                emit(node, into: &code)
                code[split] = .split(split + 1, code.count)
            }
        }
    }

    private static func emit(
        alternatives nodes: ArraySlice<RegexNode>, into code: inout [RegexInstruction]
    ) {
        var ends: [Int] = []
        for (index, node) in zip(nodes.indices, nodes) {
            guard index + 1 < nodes.endIndex else {
                emit(node, into: &code)
                break
            }
            let split = code.count
            code.append(.match)
            emit(node, into: &code)
            ends.append(code.count)
            code.append(.match)
            code[split] = .split(split + 1, code.count)
        }
        for end in ends { code[end] = .jump(code.count) }
    }
}

/// A step of a compiled regular expression; what is not a jump goes on with the next.
enum RegexInstruction: Sendable {
    case consume(ScalarSet)
    case assert(RegexNode.Assertion)
    case split(Int, Int)
    case jump(Int)
    case match
}

/// The reason why a text is not a regular expression, for people.
struct RegexError: Error, Hashable {
    let message: String

    init(_ message: String) { self.message = message }
}
