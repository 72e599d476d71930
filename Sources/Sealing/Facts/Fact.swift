/// A small fact for one's other devices. It keeps all members as they came; facts are equal if
/// their bytes are.
package struct Fact: Sendable {
    /// The longest fact in bytes; a longer one is kept and not folded.
    package static let maximumLength = 32 * 1024
    /// The deepest fact, so that it can lie in a text.
    private static let maximumHeight = CBOR.maximumDepth - 2

    package let id: FactID
    /// The kind, of this version or a later one.
    package let kind: String
    /// Trusted time in milliseconds since 1970.
    package let time: Int64
    let members: CBORMap

    /// Throws `form` if the content is out of range, or too long or too deep.
    package init(id: FactID, time: Int64, content: FactContent) throws(Refusal) {
        var members = content.members
        members["id"] = id.cbor
        members["k"] = .text(content.kind.rawValue)
        members["t"] = .integer(time)
        try self.init(members)
        guard self.content != nil, members.height <= Self.maximumHeight else { throw .form }
    }

    init(_ members: CBORMap) throws(Refusal) {
        id = try members.identifier("id")
        kind = try members.string("k")
        time = try members.integer("t")
        self.members = members
    }

    /// The content of a known kind; nil for another kind, and for members that are not exactly
    /// those of the kind: such a fact is kept and not folded.
    package var content: FactContent? {
        guard let kind = FactContent.Kind(rawValue: kind),
            encoded().count <= Self.maximumLength
        else { return nil }
        return try? FactContent(kind, of: members)
    }

    /// Reads the bytes of one fact. Throws `cbor` or `form`.
    package init(_ bytes: [UInt8]) throws(Refusal) { try self.init(CBOR(bytes).map) }

    /// The bytes of the fact, as they came.
    package func encoded() -> [UInt8] { cbor.encoded() }

    var cbor: CBOR { .map(members) }
}

extension Fact: Hashable {
    package static func == (one: Fact, other: Fact) -> Bool { one.members == other.members }

    package func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
