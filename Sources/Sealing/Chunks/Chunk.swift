import FoundationEssentials

/// A file of a device's log whose signature and header hold. Its text is still sealed.
package struct Chunk: Sendable {
    /// The sizes in bytes; a chunk has the least that holds it.
    package static let sizes = [512, 1024, 2048, 4096, 16384, 65536, 262_144]
    private static let signatureCount = 64
    /// The bytes that a chunk has more than its padded text.
    static let overhead = ChunkHeader.byteCount + Box.overhead + signatureCount
    /// The longest text in bytes.
    package static let maximumTextLength = sizes[sizes.count - 1] - overhead

    package let header: ChunkHeader
    package let hash: ContentHash
    private let file: [UInt8]

    /// Reads a file of the log of a device with these keys. Throws, in this order, `size`,
    /// `signature`, `newer`, `size`, `elsewhere` or `number`.
    package init(_ file: [UInt8], in space: SpaceID, of device: PublicKeys) throws(Refusal) {
        guard file.count > Self.signatureCount, file.count <= Self.sizes[Self.sizes.count - 1]
        else { throw .size }
        let signed = file.dropLast(Self.signatureCount)
        try Label.chunk.verify(
            file.suffix(Self.signatureCount), of: signed, by: device.signing)
        guard file[0] == ChunkHeader.version else { throw .newer }
        guard Self.sizes.contains(file.count) else { throw .size }
        header = try ChunkHeader(file.prefix(ChunkHeader.byteCount), in: space, of: device.id)
        hash = ContentHash(unchecked: Label.chunk.digest(signed))
        self.file = file
    }

    package var head: Head { Head(device: header.device, number: header.number, hash: hash) }

    /// Opens the text with the key of the chunk's epoch. Throws `seal`, `cbor` or `form`.
    package func text(with key: EpochKey) throws(Refusal) -> ChunkText {
        guard key.id == header.epoch else { throw .seal }
        let count = ChunkHeader.byteCount
        let text = try Box.open(
            file[count...].dropLast(Self.signatureCount), as: .chunk, key: key.key,
            about: Array(file.prefix(count)))
        return try ChunkText(text.span)
    }

    /// The file of a device's next chunk, and its head. Throws `size` if the text is too long.
    package static func file(
        _ text: ChunkText, in space: SpaceID, after head: Head?, epoch: EpochKey, keys: DeviceKeys,
        using generator: inout some RandomNumberGenerator
    ) throws(Refusal) -> (file: [UInt8], head: Head) {
        let header = try ChunkHeader(
            space: space, device: keys.id, after: head, epoch: epoch.id)
        let file = try file(
            header.bytes, text.encoded(), epoch: epoch, keys: keys,
            noise: generator.bytes(Box.saltCount))
        let hash = Label.chunk.digest(file.dropLast(signatureCount))
        return (
            file, Head(device: keys.id, number: header.number, hash: ContentHash(unchecked: hash))
        )
    }

    /// The file of a header and a text.
    static func file(
        _ header: [UInt8], _ text: [UInt8], epoch: EpochKey, keys: DeviceKeys, noise: [UInt8]
    ) throws(Refusal) -> [UInt8] {
        guard let size = sizes.first(where: { $0 - overhead >= text.count }) else { throw .size }
        var padded = text
        padded.reserveCapacity(size - overhead)
        padded += repeatElement(0, count: size - overhead - text.count)
        var file = header
        file.reserveCapacity(size)
        try Box.append(
            padded, to: &file, as: .chunk, key: epoch.key, secret: keys.secret,
            about: header, noise: noise)
        file += try Label.chunk.sign(file, with: keys.identity.signing)
        return file
    }
}
