extension CBOR {
    /// The members of a map. Refuses anything else.
    var map: CBORMap {
        get throws(Refusal) {
            guard case .map(let map) = self else { throw .form }
            return map
        }
    }

    /// The values of an array. Refuses anything else.
    var array: [CBOR] {
        get throws(Refusal) {
            guard case .array(let values) = self else { throw .form }
            return values
        }
    }

    /// The bytes of a byte string of this length. Refuses anything else.
    func bytes(count: Int) throws(Refusal) -> [UInt8] {
        guard case .bytes(let bytes) = self, bytes.count == count else { throw .form }
        return bytes
    }

    /// The values of an array of this length. Refuses anything else.
    func array(count: Int) throws(Refusal) -> [CBOR] {
        let values = try array
        guard values.count == count else { throw .form }
        return values
    }

    var integer: Int64 {
        get throws(Refusal) {
            guard case .integer(let number) = self else { throw .form }
            return number
        }
    }

    var string: String {
        get throws(Refusal) {
            guard case .text(let text) = self else { throw .form }
            return text.string
        }
    }
}

/// Members that must be there, of the type that is asked for. Each throws `form` otherwise.
extension CBORMap {
    func value(_ name: String) throws(Refusal) -> CBOR {
        guard let value = self[name] else { throw .form }
        return value
    }

    func integer(_ name: String) throws(Refusal) -> Int64 { try value(name).integer }

    func string(_ name: String) throws(Refusal) -> String { try value(name).string }

    func array(_ name: String) throws(Refusal) -> [CBOR] { try value(name).array }

    func bytes(_ name: String, count: Int) throws(Refusal) -> [UInt8] {
        try value(name).bytes(count: count)
    }

    func identifier<ID: Identifier>(_ name: String) throws(Refusal) -> ID {
        try ID(value(name))
    }
}
