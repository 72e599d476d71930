extension Parser {
    /// A literal, name, call, bracketed expression, list or map.
    mutating func primary() -> Expression {
        let token = current
        let start = token.range.lowerBound
        switch token.kind {
        case .symbol(.openParenthesis):
            advance()
            let inner = expression()
            _ = expect(.closeParenthesis)
            return inner
        case .symbol(.openBracket):
            advance()
            let elements = arguments(until: .closeBracket)
            return node(.list(elements), from: start)
        case .symbol(.openBrace):
            advance()
            return map(from: start)
        case .symbol(.dot):
            advance()
            guard case .identifier(let name) = current.kind else { break }
            return named("." + name, from: start)
        case .identifier(let name):
            return named(name, from: start)
        default:
            if let value = literal(token) {
                advance()
                return node(.literal(value), from: start)
            }
        }
        unexpected("expected an expression")
        if case .symbol = current.kind {} else { advance() }
        return node(.invalid, range: start..<start)
    }

    /// Selections, indexes and method calls after an operand.
    mutating func member(of operand: Expression) -> Expression {
        var result = operand
        let start = operand.range.lowerBound
        while true {
            if consume(.openBracket) {
                let index = expression()
                _ = expect(.closeBracket)
                result = node(
                    .call(Operator.index, target: nil, arguments: [result, index]), from: start)
            } else if consume(.dot) {
                result = selection(of: result, from: start)
            } else if isAt(.openBrace), let name = result.qualifiedName {
                let place = result.range
                advance()
                _ = map(from: start)
                report("'\(name){…}' would make a message; messages are not supported", at: place)
                result = node(.invalid, from: start)
            } else {
                return result
            }
        }
    }

    private mutating func selection(of operand: Expression, from start: Int) -> Expression {
        switch current.kind {
        case .identifier(let name) where !Token.literalWords.contains(name):
            advance()
            guard consume(.openParenthesis) else {
                return node(.select(operand, field: name), from: start)
            }
            let arguments = arguments(until: .closeParenthesis)
            if let macro = comprehension(name, over: operand, arguments) {
                return node(macro, from: start)
            }
            return node(.call(name, target: operand, arguments: arguments), from: start)
        case .escapedIdentifier(let name):
            advance()
            return node(.select(operand, field: name), from: start)
        default:
            unexpected("expected a name after '.'")
            return node(.invalid, from: start)
        }
    }

    /// A name alone or a call of the function of that name; the current token is the name.
    private mutating func named(_ name: String, from start: Int) -> Expression {
        let token = current
        advance()
        if case .identifier(let word) = token.kind, Token.reservedWords.contains(word) {
            report("'\(word)' is a reserved word", at: token.range)
        }
        guard consume(.openParenthesis) else {
            switch name {
            case "true": return node(.literal(.bool(true)), from: start)
            case "false": return node(.literal(.bool(false)), from: start)
            case "null": return node(.literal(.null), from: start)
            default: return node(.identifier(name), from: start)
            }
        }
        let arguments = arguments(until: .closeParenthesis)
        guard name == "has" else {
            return node(.call(name, target: nil, arguments: arguments), from: start)
        }
        guard arguments.count == 1, case .select(let operand, let field) = arguments[0].kind else {
            report("has() takes one field selection, such as has(a.b)", at: token.range)
            return node(.invalid, from: start)
        }
        return node(.hasField(operand, field: field), from: start)
    }

    /// Expressions between commas up to a closing symbol, which is consumed; a trailing comma is
    /// allowed.
    private mutating func arguments(until close: Token.Symbol) -> [Expression] {
        var arguments: [Expression] = []
        while !isAt(close), current.kind != .end {
            arguments.append(expression())
            if !consume(.comma) { break }
        }
        _ = expect(close)
        return arguments
    }

    private mutating func map(from start: Int) -> Expression {
        var entries: [(key: Expression, value: Expression)] = []
        while !isAt(.closeBrace), current.kind != .end {
            let key = expression()
            guard expect(.colon) else { break }
            entries.append((key, expression()))
            if !consume(.comma) { break }
        }
        _ = expect(.closeBrace)
        return node(.map(entries), from: start)
    }

    // MARK: - Literals

    /// `-` and a number, consumed together as one literal; nil, with nothing consumed, for anything
    /// else.
    mutating func negativeLiteral() -> Expression? {
        let start = current.range.lowerBound
        switch following.kind {
        case .int(let digits, let radix):
            advance()
            advance()
            let value = Int64("-" + digits, radix: radix)
            let result = node(.literal(.int(value ?? 0)), from: start)
            if value == nil { reportOutOfRange(at: result.range) }
            return result
        case .double(let value):
            advance()
            advance()
            return node(.literal(.double(-value)), from: start)
        default:
            return nil
        }
    }

    private mutating func literal(_ token: Token) -> Value? {
        switch token.kind {
        case .int(let digits, let radix):
            let value = Int64(digits, radix: radix)
            if value == nil { reportOutOfRange(at: token.range) }
            return .int(value ?? 0)
        case .uint(let value): return .uint(value)
        case .double(let value): return .double(value)
        case .string(let value): return .string(value)
        case .bytes(let value): return .bytes(value)
        default: return nil
        }
    }

    private mutating func reportOutOfRange(at range: Range<Int>) {
        report("the number is out of range for the type int", at: range)
    }
}
