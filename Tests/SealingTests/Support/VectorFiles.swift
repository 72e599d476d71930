import Crypto

@testable import Sealing

/// The files of the vectors by name.
struct VectorFiles {
    let vectors = Vectors.all
    let devices: [String: DeviceKeys]
    let phrase: IdentityKeys
    let space: SpaceID
    private let chunks: [String: [UInt8]]

    static let all: VectorFiles = {
        do { return try VectorFiles() } catch { fatalError("vectors: \(error)") }
    }()

    private init() throws {
        devices = try vectors.devices.mapValues { try $0.keys }
        phrase = try Phrase(reading: vectors.phrase.text).keys
        space = SpaceID(unchecked: vectors.space.id.bytes)
        let devices = devices
        chunks = try vectors.chunks.mapValues { vector in
            if let made = vector.made, let device = devices[vector.device ?? ""] {
                return try made.file(of: device)
            }
            return vector.file?.bytes ?? [UInt8](repeating: 0, count: vector.zeros ?? 0)
        }
    }

    func entry(_ name: String) -> [UInt8] { vectors.entries[name]?.file.bytes ?? [] }

    func chunk(_ name: String) -> [UInt8] { chunks[name] ?? [] }

    func device(_ name: String) -> DeviceKeys {
        guard let device = devices[name] else { fatalError("no device \(name)") }
        return device
    }
}

extension Vectors.Made {
    /// The text without padding; a long one is given by the number of zeros in it.
    var textBytes: [UInt8] {
        let zeros = [UInt8](repeating: 0, count: pad ?? 0)
        let padded = CBOR.map(["f": .array([]), "h": .array([]), "pad": .bytes(zeros)])
        return text?.bytes ?? padded.encoded()
    }

    /// The header, which may be one that no device writes.
    func header(of device: DeviceKeys) throws -> [UInt8] {
        let epoch = try EpochKey(SymmetricKey(data: epoch_key.bytes))
        return [version] + space.bytes + device.id.bytes + number.bigEndianBytes + epoch.id.bytes
            + before.bytes
    }

    func file(of device: DeviceKeys) throws -> [UInt8] {
        try Chunk.file(
            header(of: device), textBytes, epoch: EpochKey(SymmetricKey(data: epoch_key.bytes)),
            keys: device, noise: noise.bytes)
    }
}
