/// Members by name, in the order of their encoded names. Names are ASCII.
package struct CBORMap: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var names: [String] = []
    private var values: [CBOR] = []

    package init() {}

    package init(dictionaryLiteral members: (String, CBOR)...) {
        for (name, value) in members { self[name] = value }
    }

    package var count: Int { names.count }

    /// The members in their order.
    package var members: some Sequence<(name: String, value: CBOR)> {
        zip(names, values).lazy.map { (name: $0, value: $1) }
    }

    /// The value of a member; nil if there is none.
    package subscript(name: String) -> CBOR? {
        get { names.firstIndex(of: name).map { values[$0] } }
        set {
            precondition(name.utf8.allSatisfy { $0 < 0x80 }, "names of members are ASCII")
            let index = names.firstIndex { !Self.isOrdered($0, name) } ?? names.count
            if index < names.count, names[index] == name {
                names.remove(at: index)
                values.remove(at: index)
            }
            guard let newValue else { return }
            names.insert(name, at: index)
            values.insert(newValue, at: index)
        }
    }

    /// Appends a member that was read; false if its name does not come after those before it.
    mutating func append(_ name: String, _ value: CBOR) -> Bool {
        if let last = names.last, !Self.isOrdered(last, name) { return false }
        names.append(name)
        values.append(value)
        return true
    }

    var height: Int { values.map { $0.height + 1 }.max() ?? 0 }

    /// The order of the encoded names: the length is in their first bytes.
    private static func isOrdered(_ one: String, _ other: String) -> Bool {
        let (one, other) = (one.utf8, other.utf8)
        return one.count != other.count
            ? one.count < other.count : one.lexicographicallyPrecedes(other)
    }
}
