import Crypto
import FoundationEssentials

/// The key of an epoch sealed to one receiver: HPKE in base mode (RFC 9180) with X25519,
/// HKDF-SHA256 and ChaChaPoly. Crypto itself draws the ephemeral key.
enum EpochSeal {
    /// The encapsulated key, the epoch's key and a tag.
    static let byteCount = 32 + EpochKey.byteCount + 16

    private static let suite = HPKE.Ciphersuite(
        kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly)

    /// Throws `seal` if the receiver's key is one that nothing can be sealed to.
    static func seal(
        _ epoch: EpochKey, to receiver: PublicKeys, in space: SpaceID
    ) throws(Refusal) -> [UInt8] {
        guard isSecret(with: receiver.agreement) else { throw .seal }
        do {
            var sender = try HPKE.Sender(
                recipientKey: Curve25519.KeyAgreement.PublicKey(
                    rawRepresentation: receiver.agreement),
                ciphersuite: suite, info: info(space, epoch.id, receiver.id))
            let sealed = try epoch.key.withUnsafeBytes { try sender.seal(Data($0)) }
            return Array(sender.encapsulatedKey + sealed)
        } catch { throw .seal }
    }

    /// Throws `seal` if it is not sealed to this key, or is no key of this epoch.
    static func open(
        _ sealed: [UInt8], epoch: EpochID, receiver: DeviceID,
        with key: Curve25519.KeyAgreement.PrivateKey, in space: SpaceID
    ) throws(Refusal) -> EpochKey {
        guard isSecret(with: Array(sealed.prefix(32))) else { throw .seal }
        let opened: Data
        do {
            var recipient = try HPKE.Recipient(
                privateKey: key, ciphersuite: suite, info: info(space, epoch, receiver),
                encapsulatedKey: Data(sealed.prefix(32)))
            opened = try recipient.open(sealed.dropFirst(32))
        } catch { throw .seal }
        return try EpochKey(opened, id: epoch)
    }

    /// False for a public key of small order, with which every agreement is zero, so that anybody
    /// opens what is sealed to it. RFC 9180, section 7.1.4, wants the check; Crypto has none.
    static func isSecret(with publicKey: [UInt8]) -> Bool {
        guard
            let probe = try? Curve25519.KeyAgreement.PrivateKey(
                rawRepresentation: [UInt8](repeating: 0x40, count: 32)),
            let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey),
            let secret = try? probe.sharedSecretFromKeyAgreement(with: key)
        else { return false }
        return secret.withUnsafeBytes { bytes in bytes.contains { $0 != 0 } }
    }

    private static func info(_ space: SpaceID, _ epoch: EpochID, _ receiver: DeviceID) -> Data {
        Data(Label.epoch.bytes + space.bytes + epoch.bytes + receiver.bytes)
    }
}
