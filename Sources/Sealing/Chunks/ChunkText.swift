/// The text of a chunk: facts and heads.
package struct ChunkText: Hashable, Sendable {
    /// The most facts in a chunk.
    package static let maximumFactCount = 500
    /// The length in bytes at which a chunk is closed.
    package static let closingLength = 240 * 1024

    package let facts: [Fact]
    package let heads: [Head]
    /// The members that this version does not know.
    private let others: CBORMap

    /// The text of these facts and heads. Throws `form` if there are too many facts, or two heads
    /// of one device.
    package init(facts: [Fact], heads: [Head]) throws(Refusal) {
        guard facts.count <= Self.maximumFactCount,
            Set(heads.map(\.device)).count == heads.count
        else { throw .form }
        self.facts = facts
        self.heads = heads.sorted { $0.device < $1.device }
        others = CBORMap()
    }

    /// Reads a padded text. Throws `cbor` or `form`.
    init(_ bytes: Span<UInt8>) throws(Refusal) {
        var members = try CBOR(bytes, isPadded: true).map
        let values = try members.array("f")
        guard values.count <= Self.maximumFactCount else { throw .form }
        var facts: [Fact] = []
        for value in values { facts.append(try Fact(value.map)) }
        self.facts = facts
        heads = try [Head](members.value("h"))
        members["f"] = nil
        members["h"] = nil
        others = members
    }

    /// The bytes without padding, with the members that this version does not know.
    package func encoded() -> [UInt8] {
        var members = others
        members["f"] = .array(facts.map(\.cbor))
        members["h"] = heads.cbor
        return CBOR.map(members).encoded()
    }
}
