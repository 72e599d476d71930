/// The last chunk of a device that was taken in.
package struct Head: Hashable, Sendable {
    package let device: DeviceID
    package let number: Int64
    package let hash: ContentHash

    package init(device: DeviceID, number: Int64, hash: ContentHash) {
        self.device = device
        self.number = number
        self.hash = hash
    }

    fileprivate init(_ value: CBOR) throws(Refusal) {
        let parts = try value.array(count: 3)
        device = try DeviceID(parts[0])
        number = try parts[1].integer
        hash = try ContentHash(parts[2])
        guard number >= 1 else { throw .form }
    }

    var cbor: CBOR { .array([device.cbor, .integer(number), hash.cbor]) }
}

extension [Head] {
    /// Reads heads. Refuses what is not in the order of devices, each once.
    init(_ value: CBOR) throws(Refusal) {
        self = []
        for element in try value.array {
            let head = try Head(element)
            if let last, last.device >= head.device { throw .form }
            append(head)
        }
    }

    /// The heads in the order of their devices.
    var cbor: CBOR { .array(sorted { $0.device < $1.device }.map(\.cbor)) }

    /// The heads of these that a device's next chunk carries: those of the other members, and those
    /// that have changed since its last chunk.
    package func carried(
        by device: DeviceID, in membership: Membership, after last: [Head]
    ) -> [Head] {
        let told = Set(last)
        return filter { head in
            head.device != device
                && (membership.members[head.device] != nil || !told.contains(head))
        }
    }
}
