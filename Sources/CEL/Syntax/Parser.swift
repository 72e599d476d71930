/// Builds the syntax tree by recursive descent, with issues for invalid parts.
///
/// It continues after a mistake if that is safe, so that one run finds as many as possible.
struct Parser {
    private var tokens: [Token]
    private let maxDepth: Int
    private let maxNodes: Int
    let macros: MacroTable
    private var index = 0
    private var depth = 0
    /// Nodes made so far; their ids lie below it.
    private(set) var nodeCount = 0
    /// Set once a limit is passed; everything after it is left unread.
    private var hasGivenUp = false
    private(set) var issues: [Issue]

    init(_ source: String, maxDepth: Int, maxNodes: Int, macros: MacroTable) {
        var lexer = Lexer(source)
        tokens = lexer.tokens()
        issues = lexer.issues
        self.maxDepth = maxDepth
        self.maxNodes = maxNodes
        self.macros = macros
    }

    /// The tree of the whole source; check `issues` before using it.
    mutating func parse() -> Expression {
        let expression = expression()
        if current.kind != .end, !hasGivenUp {
            unexpected(issues.isEmpty ? "expected an operator or the end of the expression" : nil)
        }
        return expression
    }

    // MARK: - Expressions

    mutating func expression() -> Expression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= maxDepth else { return giveUp() }
        let condition = binary(minimum: .or)
        guard consume(.question) else { return condition }
        let yes = binary(minimum: .or)
        guard expect(.colon) else { return condition }
        let no = expression()
        return call(Operator.conditional, [condition, yes, no])
    }

    private mutating func binary(minimum: Precedence) -> Expression {
        var left = unary()
        while let symbol = operatorSymbol(),
            let (name, precedence) = Precedence.binary[symbol], precedence >= minimum
        {
            if precedence <= .and {
                // One wide node instead of a deep one: long chains of conditions are common.
                var terms = [left]
                while consume(symbol) { terms.append(binary(minimum: precedence.tighter)) }
                left = call(name, terms)
            } else {
                advance()
                left = call(name, [left, binary(minimum: precedence.tighter)])
            }
        }
        return left
    }

    /// The symbol after an operand. `and` and `or` are reported, and read as they are meant.
    private mutating func operatorSymbol() -> Token.Symbol? {
        if case .identifier(let word) = current.kind {
            switch word.lowercased() {
            case "and": replace(word, with: .and)
            case "or": replace(word, with: .or)
            default: return nil
            }
        }
        guard case .symbol(let symbol) = current.kind else { return nil }
        return symbol
    }

    /// Reads `not` before an operand as `!`, with an issue; `not(a)` may be a call.
    private mutating func replaceNot() {
        guard case .identifier(let word) = current.kind, word.lowercased() == "not" else { return }
        switch following.kind {
        case .identifier, .int, .uint, .double, .string, .bytes, .symbol(.not):
            replace(word, with: .not)
        default: break
        }
    }

    private mutating func replace(_ word: String, with symbol: Token.Symbol) {
        report("'\(word)' is not an operator; use '\(symbol.rawValue)'", at: current.range)
        tokens[index] = Token(kind: .symbol(symbol), range: current.range)
    }

    /// Signs before an operand; pairs of them are kept as two, which is enough for the check.
    private mutating func unary() -> Expression {
        replaceNot()
        let start = current.range.lowerBound
        let symbol: Token.Symbol = isAt(.not) ? .not : .minus
        var count = 0
        while isAt(symbol) {
            if symbol == .minus, let literal = negativeLiteral() {
                return negated(member(of: literal), times: count, symbol, from: start)
            }
            advance()
            count += 1
            if symbol == .not { replaceNot() }
        }
        return negated(member(of: primary()), times: count, symbol, from: start)
    }

    private mutating func negated(
        _ operand: Expression, times count: Int, _ symbol: Token.Symbol, from start: Int
    ) -> Expression {
        let name = symbol == .not ? Operator.not : Operator.negate
        var result = operand
        for _ in 0..<(count == 0 ? 0 : 2 - count % 2) {
            result = node(.call(name, target: nil, arguments: [result]), from: start)
        }
        return result
    }

    // MARK: - Tokens

    var current: Token { tokens[index] }

    var following: Token { tokens[min(index + 1, tokens.count - 1)] }

    mutating func advance() {
        if index + 1 < tokens.count { index += 1 }
    }

    func isAt(_ symbol: Token.Symbol) -> Bool { current.kind == .symbol(symbol) }

    mutating func consume(_ symbol: Token.Symbol) -> Bool {
        guard isAt(symbol) else { return false }
        advance()
        return true
    }

    /// Consumes an expected symbol; if it is missing, skips to it within the same brackets.
    mutating func expect(_ symbol: Token.Symbol) -> Bool {
        if consume(symbol) { return true }
        unexpected("expected '\(symbol.rawValue)'")
        var nesting = 0
        while current.kind != .end {
            if nesting == 0, consume(symbol) { return true }
            if case .symbol(let other) = current.kind {
                switch other {
                case .openParenthesis, .openBracket, .openBrace: nesting += 1
                case .closeParenthesis, .closeBracket, .closeBrace: nesting -= 1
                default: break
                }
                if nesting < 0 { return false }
            }
            advance()
        }
        return false
    }

    /// Reports the current token, unless an issue there or just before says enough already.
    mutating func unexpected(_ expectation: String?) {
        let token = current
        guard let expectation, !hasGivenUp, token.kind != .invalid, !isReported(index),
            index == 0 || !isReported(index - 1)
        else { return }
        report("\(expectation), found \(token.text)", at: token.range)
    }

    private func isReported(_ index: Int) -> Bool {
        issues.contains { $0.offset == tokens[index].range }
    }

    mutating func report(_ message: String, at range: Range<Int>) {
        issues.append(Issue(offset: range, message: message))
    }

    // MARK: - Nodes

    mutating func node(_ kind: Expression.Kind, from start: Int) -> Expression {
        let end = index > 0 ? tokens[index - 1].range.upperBound : start
        return node(kind, range: start..<max(start, end))
    }

    mutating func node(_ kind: Expression.Kind, range: Range<Int>) -> Expression {
        defer { nodeCount += 1 }
        let leaf = Expression(id: nodeCount, range: range, kind: kind, height: 0)
        let height = 1 + (leaf.children.map(\.height).max() ?? 0)
        guard height <= maxDepth else { return giveUp() }
        guard nodeCount < maxNodes else {
            return giveUp("the expression has more than \(maxNodes) parts")
        }
        return Expression(id: nodeCount, range: range, kind: kind, height: height)
    }

    private mutating func call(_ name: String, _ operands: [Expression]) -> Expression {
        let start = operands.first?.range.lowerBound ?? 0
        return node(.call(name, target: nil, arguments: operands), from: start)
    }

    private mutating func giveUp(_ reason: String? = nil) -> Expression {
        let range = current.range
        if !hasGivenUp {
            report(reason ?? "the expression is nested deeper than \(maxDepth) levels", at: range)
        }
        hasGivenUp = true
        index = tokens.count - 1
        defer { nodeCount += 1 }
        return Expression(id: nodeCount, range: range, kind: .invalid, height: 1)
    }
}

private enum Precedence: Int, Comparable {
    case or, and, relation, sum, product, tightest

    var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .tightest }

    static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }

    static let binary: [Token.Symbol: (name: String, precedence: Precedence)] = [
        .or: (Operator.or, .or), .and: (Operator.and, .and),
        .equal: (Operator.equal, .relation), .notEqual: (Operator.notEqual, .relation),
        .less: (Operator.less, .relation), .lessOrEqual: (Operator.lessOrEqual, .relation),
        .greater: (Operator.greater, .relation),
        .greaterOrEqual: (Operator.greaterOrEqual, .relation), .in: (Operator.in, .relation),
        .plus: (Operator.add, .sum), .minus: (Operator.subtract, .sum),
        .times: (Operator.multiply, .product), .divide: (Operator.divide, .product),
        .modulo: (Operator.modulo, .product),
    ]
}
