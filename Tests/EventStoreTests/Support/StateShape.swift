/// The stored members of every type that a value contains, by the type's name.
///
/// A walk sees the types of values only: an empty list or a nil shows its own type and no more.
struct StateShape {
    private(set) var types: [String: [String]] = [:]

    init(of value: Any) { visit(value) }

    /// A line for each type: `Goal: id Int64, name String`.
    var lines: [String] {
        types.map { "\($0.key): \($0.value.joined(separator: ", "))" }.sorted()
    }

    private mutating func visit(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .struct?, .class?: record(mirror)
        // A case says nothing about the others; what it holds does.
        default: break
        }
        for child in mirror.children { visit(child.value) }
    }

    private mutating func record(_ mirror: Mirror) {
        let members = mirror.children.compactMap { child in
            child.label.map { "\($0) \(type(of: child.value))" }
        }
        if !members.isEmpty { types["\(mirror.subjectType)"] = members }
    }
}
