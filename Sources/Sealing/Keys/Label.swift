import Crypto
import FoundationEssentials

/// The purpose of a hash, a signature, a key or a seal: bytes made for one never hold for another.
enum Label: String, CaseIterable {
    case before
    case begin
    case bucket
    case chunk
    case device
    case digits
    case epoch
    case epochID = "epoch id"
    case join
    case joinKey = "join key"
    case joinName = "join name"
    case member
    case phraseAgreement = "phrase x25519"
    case phraseSigning = "phrase ed25519"
    case space

    /// The bytes before all that is hashed or signed for it.
    var bytes: [UInt8] { Array("soteria/1 \(rawValue)".utf8) + [0] }

    /// SHA-256 over label and parts.
    func digest<each Part: DataProtocol>(_ part: repeat each Part) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: bytes)
        repeat hash.update(data: each part)
        return Array(hash.finalize())
    }

    /// HKDF-SHA256 of a key, with label and context as info.
    func derive(
        from key: SymmetricKey, salt: some DataProtocol = [UInt8](), about context: [UInt8] = [],
        count: Int = 32
    ) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: salt, info: bytes + context, outputByteCount: count)
    }

    /// Ed25519 over label and bytes.
    func sign(
        _ content: some Collection<UInt8>, with key: Curve25519.Signing.PrivateKey
    ) throws(Refusal) -> [UInt8] {
        do { return Array(try key.signature(for: bytes + content)) } catch { throw .signature }
    }

    /// Throws if the signature is not the key's over label and bytes.
    func verify(
        _ signature: some DataProtocol, of content: some Collection<UInt8>, by key: [UInt8]
    ) throws(Refusal) {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key),
            key.isValidSignature(signature, for: bytes + content)
        else { throw .signature }
    }
}

extension SymmetricKey {
    /// A copy of the key's bytes.
    var copiedBytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
