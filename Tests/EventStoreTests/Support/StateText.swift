import RuleModel

/// A value with all that it contains as one text, which is the same in every process: the elements
/// of dictionaries and sets are sorted by their texts.
enum StateText {
    static func digest(of value: Any) -> String {
        String(Fingerprint.of([text(of: value)]).prefix(16))
    }

    private static func text(of value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        guard !mirror.children.isEmpty else { return "\(value)" }
        let parts = mirror.children.map { child in
            (child.label.map { "\($0): " } ?? "") + text(of: child.value)
        }
        return switch mirror.displayStyle {
        case .dictionary?, .set?: "{\(parts.sorted().joined(separator: ", "))}"
        default: "(\(parts.joined(separator: ", ")))"
        }
    }
}
