import Crypto
import Foundation

@testable import Sealing

/// The test vectors: one life of a space, made by another implementation.
struct Vectors: Decodable {
    let cbor: CBORVectors
    let devices: [String: Device]
    let phrase: PhraseVectors
    let space: SpaceVectors
    let pairing: [Pairing]
    let hpke: Hpke
    let bucket: Bucket
    let epochs: [Epoch]
    let entries: [String: EntryVector]
    let chunks: [String: ChunkVector]
    let states: [State]
    let readings: [Reading]

    static let all: Vectors = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "vectors.json")
        do {
            return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
        } catch { fatalError("\(file.path): \(error)") }
    }()

    struct CBORVectors: Decodable {
        let good: [[Plain]]
        let bad: [String: String]
    }

    struct Device: Decodable {
        let ed25519, x25519, secret, id: Hex
        let `public`: [Hex]

        var keys: DeviceKeys {
            get throws {
                DeviceKeys(
                    identity: try IdentityKeys(
                        signing: SymmetricKey(data: ed25519.bytes),
                        agreement: SymmetricKey(data: x25519.bytes)),
                    secret: SymmetricKey(data: secret.bytes))
            }
        }
    }

    struct PhraseVectors: Decodable {
        let text, also: String
        let ed25519, x25519, id: Hex
        let `public`: [Hex]
        let bad: [String: String]
    }

    struct SpaceVectors: Decodable {
        let founder: [Hex]
        let id, pair: Hex
    }

    struct Pairing: Decodable {
        let code, digits, place: String
        let space, name, key, request: Hex
        let says: Plain
    }

    struct Hpke: Decodable { let x25519, info, sealed, key: Hex }

    struct Bucket: Decodable {
        let device, id: Hex
        let k, target: String
        let bucket: Int64
    }

    struct Epoch: Decodable { let key, id: Hex }

    struct EntryVector: Decodable {
        let file: Hex
        let hash: Hex?
        let plain: Plain
    }

    struct ChunkVector: Decodable {
        let device: String?
        let made: Made?
        let file, hash, sha256: Hex?
        let size, zeros: Int?
    }

    struct Made: Decodable {
        let before, epoch_key, noise, space: Hex
        let text: Hex?
        let pad: Int?
        let number: Int64
        let version: UInt8
    }

    struct State: Decodable {
        let name: String
        let space: Hex
        let entries: [String]
        let says: Says?
        let refused: [String: String]
    }

    struct Says: Decodable {
        let keeper: Hex
        let era: Int64
        let members: [Hex]
        let epoch: Hex?
        let frozen, newer: Bool
    }

    struct Reading: Decodable {
        let name: String
        let space, x25519, own: Hex
        let entries: [String]
        let logs, became: [String: [String]]
        let facts: [Hex]
        let heads: Plain
    }
}

/// Bytes that stand in hexadecimal digits.
struct Hex: Decodable, Hashable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        bytes = try Self.bytes(of: text, or: decoder)
    }

    fileprivate static func bytes(of text: some StringProtocol, or decoder: any Decoder) throws
        -> [UInt8]
    {
        guard let bytes = [UInt8](hexadecimal: text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no hexadecimal digits"))
        }
        return bytes
    }
}

extension [UInt8] {
    init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.compactMap { Character(.init($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }

    var hexadecimal: String { map { String(format: "%02x", $0) }.joined() }
}

/// A value of the encoding as it stands in JSON: bytes as `h'…'`.
struct Plain: Decodable {
    let value: CBOR

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let bool = try? container.decode(Bool.self) {
            value = .bool(bool)
        } else if let number = try? container.decode(Int64.self) {
            value = .integer(number)
        } else if let text = try? container.decode(String.self) {
            value =
                text.hasPrefix("h'")
                ? .bytes(try Hex.bytes(of: text.dropFirst(2).dropLast(), or: decoder))
                : .text(text)
        } else if let values = try? container.decode([Plain].self) {
            value = .array(values.map(\.value))
        } else {
            var map = CBORMap()
            for (name, member) in try container.decode([String: Plain].self) {
                map[name] = member.value
            }
            value = .map(map)
        }
    }
}
