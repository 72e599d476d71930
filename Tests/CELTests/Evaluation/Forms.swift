import CEL
import Testing

/// The forms in which one operation can come: each takes its own way through the compiler and all
/// must agree.
enum Form: CaseIterable {
    /// Operands as literals, computed by the compiler.
    case constants
    /// Operands as variables of their types, in raw slots where those are scalars.
    case variables
    /// As `variables`, the right operand a literal.
    case rightConstant
    /// As `variables`, the left operand a literal.
    case leftConstant
    /// Operands as variables of type dyn.
    case dynamic
    /// Variables without a check.
    case unchecked
    /// Operands out of a list, boxed but of known type.
    case boxed
}

extension Form {
    /// Evaluates a source in which `a` and `b` stand for two values.
    func evaluate(_ source: String, _ a: Value, _ b: Value) -> Outcome {
        let isDynamic = self == .dynamic
        let types = isDynamic ? (CELType.dyn, CELType.dyn) : (a.declaredType, b.declaredType)
        let env = Env(variables: [
            Variable(name: "a", type: types.0), Variable(name: "b", type: types.1),
        ])
        let left = self == .constants || self == .leftConstant ? "\(a)" : "a"
        let right = self == .constants || self == .rightConstant ? "\(b)" : "b"
        let operands = self == .boxed ? ("[a][0]", "[b][0]") : ("(\(left))", "(\(right))")
        // Operands are put in for the names by themselves; sources here hold no other a or b.
        let text = source.replacing("a", "b", with: operands)
        return CELTests.evaluate(
            text, in: env, ["a": a, "b": b], check: self != .unchecked)
    }
}

extension Value {
    /// The type to declare a variable of this value with.
    var declaredType: CELType {
        switch self {
        case .list: .list(.dyn)
        case .map: .map(.dyn, .dyn)
        default: type
        }
    }
}

extension String {
    /// The text with two single-letter words replaced.
    fileprivate func replacing(
        _ first: Character, _ second: Character, with texts: (String, String)
    ) -> String {
        var result = ""
        var previous: Character = " "
        for (index, character) in zip(indices, self) {
            let next = self.index(after: index) < endIndex ? self[self.index(after: index)] : " "
            let isWord = !previous.isLetter && !next.isLetter && previous != "."
            switch character {
            case first where isWord: result += texts.0
            case second where isWord: result += texts.1
            default: result.append(character)
            }
            previous = character
        }
        return result
    }
}

/// Expects one outcome of a source in every form.
func expectEveryForm(
    _ source: String, _ a: Value, _ b: Value, _ outcome: Outcome, except: Set<Form> = [],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for form in Form.allCases where !except.contains(form) {
        let found = form.evaluate(source, a, b)
        #expect(
            found == outcome, "\(source) with \(a) and \(b), \(form)",
            sourceLocation: sourceLocation
        )
        if case (.value(let one), .value(let other)) = (found, outcome) {
            #expect(one.type == other.type, "\(source), \(form)", sourceLocation: sourceLocation)
        }
    }
}
