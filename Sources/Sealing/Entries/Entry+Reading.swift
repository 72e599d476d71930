extension Entry {
    static let version: Int64 = 1

    /// Reads a file of a space. Throws `size`, `cbor`, `form`, `elsewhere` for another space or an
    /// id that is not of its keys, `signature` if the admitted device did not sign.
    package init(_ file: [UInt8], in space: SpaceID) throws(Refusal) {
        guard file.count <= Self.maximumLength else { throw .size }
        var parts = try Self.parts(file)[...]
        signedBytes = parts.removeFirst()
        signatures = Array(parts)
        let members = try CBOR(signedBytes).map
        let kind = try members.string("k")
        let isFirstVersion = try members.integer("v") == Self.version
        guard try members.identifier("space") == space else { throw .elsewhere }
        era = try members.integer("era")
        previous = try members.identifier("prev")
        guard era >= 1 else { throw .form }
        let isBeginning = kind == Kind.begin.rawValue
        hash = ContentHash(
            unchecked: (isBeginning ? Label.begin : Label.member).digest(signedBytes))
        guard isFirstVersion, let kind = Kind(rawValue: kind) else {
            let newerNumber = try? members.integer("n")
            number = isBeginning ? 0 : newerNumber ?? 0
            (content, heads, change) = (.newer(isBeginning: isBeginning), [], nil)
            return
        }
        heads = try [Head](members.value("heads"))
        change = try EpochChange(members)
        number = isBeginning ? 0 : try members.integer("n")
        guard isBeginning || number >= 1 && signatures.count == 1 else { throw .form }
        content = try Content(kind, members, in: space)
    }

    /// The kinds of entries.
    enum Kind: String {
        case begin, admitted, removed
    }

    /// The signed bytes and one or two signatures.
    private static func parts(_ file: [UInt8]) throws(Refusal) -> [[UInt8]] {
        let values = try CBOR(file).array
        guard 2...3 ~= values.count else { throw .form }
        var parts: [[UInt8]] = []
        for value in values {
            guard case .bytes(let bytes) = value else { throw .form }
            parts.append(bytes)
        }
        return parts
    }
}

extension Entry.Content {
    fileprivate init(
        _ kind: Entry.Kind, _ members: CBORMap, in space: SpaceID
    ) throws(Refusal) {
        switch kind {
        case .begin: self = .beginning(try Beginning(members))
        case .admitted:
            let keys = try PublicKeys(members)
            let join: JoinID = try members.identifier("join")
            let signature = try members.bytes("own", count: 64)
            guard try members.identifier("device") == keys.id else { throw .elsewhere }
            try JoinRequest.verify(signature, of: keys, join: join, space: space)
            self = .admitted(keys)
        case .removed: self = .removed(try members.identifier("device"))
        }
    }
}

extension Beginning {
    fileprivate init(_ map: CBORMap) throws(Refusal) {
        var members: [DeviceID: PublicKeys] = [:]
        var last: DeviceID?
        for value in try map.array("members") {
            let keys = try PublicKeys(value)
            if let last, last >= keys.id { throw .form }
            last = keys.id
            members[keys.id] = keys
        }
        guard let keeper = members[try map.identifier("keeper")] else { throw .form }
        self.keeper = keeper
        self.members = members
        let recovery = try map.value("recovery")
        self.recovery = recovery == .null ? nil : try PublicKeys(recovery)
    }
}

extension EpochChange {
    fileprivate init(_ members: CBORMap) throws(Refusal) {
        epoch = try members.identifier("epoch")
        keys = try Self.rows(members.array("keys"), count: EpochSeal.byteCount)
        before = try Self.rows(
            members.array("before"), count: EpochKey.byteCount + Box.overhead)
    }

    /// Reads rows of an id and sealed bytes. Refuses what is not in the order of the ids, each
    /// once.
    private static func rows<ID: Identifier>(
        _ values: [CBOR], count: Int
    ) throws(Refusal) -> [ID: [UInt8]] {
        var rows: [ID: [UInt8]] = [:]
        var last: ID?
        for value in values {
            let row = try value.array(count: 2)
            let id = try ID(row[0])
            if let last, last >= id { throw .form }
            last = id
            rows[id] = try row[1].bytes(count: count)
        }
        return rows
    }
}
