import CEL
import SeededRandom
import Testing

struct RegexFuzzTests {
    /// A matcher that tries alternatives one after another, for short texts: the reference.
    indirect enum Node {
        case letter(Character)
        case any
        case sequence(Node, Node)
        case either(Node, Node)
        case repeated(Node, Int, Int?)

        var pattern: String {
            switch self {
            case .letter(let letter): String(letter)
            case .any: "."
            case .sequence(let a, let b): a.pattern + b.pattern
            case .either(let a, let b): "(?:\(a.pattern)|\(b.pattern))"
            case .repeated(let node, let least, nil): "(?:\(node.pattern)){\(least),}"
            case .repeated(let node, let least, let most?):
                "(?:\(node.pattern)){\(least),\(most)}"
            }
        }

        /// The places at which a match that begins at a place can end.
        func ends(_ text: [Character], _ start: Int) -> Set<Int> {
            switch self {
            case .letter(let letter):
                return start < text.count && text[start] == letter ? [start + 1] : []
            case .any: return start < text.count ? [start + 1] : []
            case .sequence(let a, let b):
                return Set(a.ends(text, start).flatMap { b.ends(text, $0) })
            case .either(let a, let b): return a.ends(text, start).union(b.ends(text, start))
            case .repeated(let node, let least, let most):
                var result: Set<Int> = least == 0 ? [start] : []
                var places: Set<Int> = [start]
                for count in 1...(most ?? text.count + least + 1) where count > 0 {
                    places = Set(places.flatMap { node.ends(text, $0) })
                    if count >= least { result.formUnion(places) }
                }
                return result
            }
        }
    }

    static func node(_ depth: Int, _ generator: inout SeededGenerator) -> Node {
        switch depth == 0
            ? Int.random(in: 0...2, using: &generator)
            : Int.random(
                in: 0...6, using: &generator)
        {
        case 0, 1: return .letter("ab".randomElement(using: &generator) ?? "a")
        case 2: return .any
        case 3, 4: return .sequence(node(depth - 1, &generator), node(depth - 1, &generator))
        case 5: return .either(node(depth - 1, &generator), node(depth - 1, &generator))
        default:
            let least = Int.random(in: 0...2, using: &generator)
            let most =
                Bool.random(using: &generator)
                ? nil : Int.random(in: max(1, least)...3, using: &generator)
            return .repeated(node(depth - 1, &generator), least, most)
        }
    }

    @Test func agreesWithTryingEverything() {
        var generator = SeededGenerator()
        for _ in 0..<1500 {
            let node = Self.node(3, &generator)
            let length = Int.random(in: 0...6, using: &generator)
            let text = (0..<length).map { _ in "abc".randomElement(using: &generator) ?? "a" }
            let whole = node.ends(text, 0).contains(text.count)
            let part = (0...text.count).contains { !node.ends(text, $0).isEmpty }
            let string = String(text)
            #expect(
                RegularExpressionTests.matches("^(?:\(node.pattern))$", string)
                    == .value(.bool(whole)), "\(node.pattern) on \(string)")
            #expect(
                RegularExpressionTests.matches(node.pattern, string) == .value(.bool(part)),
                "\(node.pattern) in \(string)")
        }
    }

    /// Any text is a regular expression or an error, never a trap.
    @Test func anyTextIsAnswered() {
        var generator = SeededGenerator()
        let pieces = [
            "a", "é", "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", ".", "\\", "-",
            "1",
            ",", ":", "\\d", "\\p", "\\x", "[:alpha:]", "(?i", "\\Q", "\\E", "\\b", "P<", "🌙",
            "1000",
        ]
        var accepted = 0
        for _ in 0..<4000 {
            let length = Int.random(in: 0...12, using: &generator)
            let pattern = (0..<length).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined()
            switch RegularExpressionTests.matches(pattern, "aé1-🌙") {
            case .value(.bool): accepted += 1
            case .error(let code): #expect(code == .invalidArgument, "\(pattern)")
            case let other: Issue.record("\(pattern): \(other)")
            }
        }
        #expect(accepted > 100)
    }
}
