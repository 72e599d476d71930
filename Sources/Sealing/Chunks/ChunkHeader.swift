/// The first bytes of a chunk, which are sealed as associated data.
package struct ChunkHeader: Hashable, Sendable {
    package static let byteCount = 89
    static let version: UInt8 = 1

    package let space: SpaceID
    package let device: DeviceID
    /// 1, 2, 3 … of this device.
    package let number: Int64
    package let epoch: EpochID
    /// The hash of the device's chunk before; zeros for number 1 alone.
    package let before: ContentHash

    /// The header of the chunk that comes after a head of the same device; the first without one.
    /// Throws `number` if there is no higher one.
    init(space: SpaceID, device: DeviceID, after head: Head?, epoch: EpochID) throws(Refusal) {
        guard head?.number != .max else { throw .number }
        self.space = space
        self.device = device
        number = (head?.number ?? 0) + 1
        self.epoch = epoch
        before = head?.hash ?? .zeros
    }

    /// Reads the header of a chunk in a device's log. Throws `elsewhere` for one of another space
    /// or device, `number` if number and hash do not fit.
    init(
        _ bytes: ArraySlice<UInt8>, in space: SpaceID, of device: DeviceID
    ) throws(Refusal) {
        precondition(bytes.count == Self.byteCount)
        let start = bytes.startIndex
        func identifier<ID: Identifier>(at offset: Int) -> ID {
            ID(unchecked: Array(bytes[start + offset..<start + offset + ID.byteCount]))
        }
        self.space = identifier(at: 1)
        self.device = identifier(at: 17)
        guard self.space == space, self.device == device else { throw .elsewhere }
        let unsigned = bytes[start + 33..<start + 41].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        epoch = identifier(at: 41)
        before = identifier(at: 57)
        guard let number = Int64(exactly: unsigned), number >= 1,
            (before == .zeros) == (number == 1)
        else { throw .number }
        self.number = number
    }

    var bytes: [UInt8] {
        [Self.version] + space.bytes + device.bytes + number.bigEndianBytes + epoch.bytes
            + before.bytes
    }
}
