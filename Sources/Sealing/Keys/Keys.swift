import Crypto

/// The public keys of a device, or of a phrase: 32 bytes each.
package struct PublicKeys: Hashable, Sendable {
    package static let byteCount = 32

    /// Ed25519.
    package let signing: [UInt8]
    /// X25519.
    package let agreement: [UInt8]

    /// Keys of 32 bytes each; nil for anything else.
    package init?(signing: [UInt8], agreement: [UInt8]) {
        guard signing.count == Self.byteCount, agreement.count == Self.byteCount else { return nil }
        self.signing = signing
        self.agreement = agreement
    }

    fileprivate init(
        of signing: Curve25519.Signing.PublicKey, _ agreement: Curve25519.KeyAgreement.PublicKey
    ) {
        self.signing = Array(signing.rawRepresentation)
        self.agreement = Array(agreement.rawRepresentation)
    }

    /// Reads an array of the two keys.
    init(_ value: CBOR) throws(Refusal) {
        let keys = try value.array(count: 2)
        signing = try keys[0].bytes(count: Self.byteCount)
        agreement = try keys[1].bytes(count: Self.byteCount)
    }

    package var id: DeviceID { DeviceID(self) }

    var cbor: CBOR { .array([.bytes(signing), .bytes(agreement)]) }
}

/// The private keys of a device or of a phrase: one signs, the other receives.
package struct IdentityKeys: Sendable {
    package let signing: Curve25519.Signing.PrivateKey
    package let agreement: Curve25519.KeyAgreement.PrivateKey
    package let publicKeys: PublicKeys
    package let id: DeviceID

    package init(
        signing: Curve25519.Signing.PrivateKey, agreement: Curve25519.KeyAgreement.PrivateKey
    ) {
        self.signing = signing
        self.agreement = agreement
        publicKeys = PublicKeys(of: signing.publicKey, agreement.publicKey)
        id = publicKeys.id
    }

    /// The keys of two seeds of 32 bytes. Throws `form` for other lengths.
    package init(signing: SymmetricKey, agreement: SymmetricKey) throws(Refusal) {
        do {
            self.init(
                signing: try signing.withUnsafeBytes {
                    try Curve25519.Signing.PrivateKey(rawRepresentation: $0)
                },
                agreement: try agreement.withUnsafeBytes {
                    try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0)
                })
        } catch { throw .form }
    }
}

/// The keys of one device in one space.
package struct DeviceKeys: Sendable {
    package let identity: IdentityKeys
    /// The 32 bytes from which the salt of each box is made, so that a restored snapshot does not
    /// repeat one.
    package let secret: SymmetricKey

    package init(identity: IdentityKeys, secret: SymmetricKey) {
        self.identity = identity
        self.secret = secret
    }

    /// Keys that are drawn.
    package init(using generator: inout some RandomNumberGenerator) throws(Refusal) {
        identity = try IdentityKeys(
            signing: SymmetricKey(data: generator.bytes(32)),
            agreement: SymmetricKey(data: generator.bytes(32)))
        secret = SymmetricKey(data: generator.bytes(32))
    }

    package var publicKeys: PublicKeys { identity.publicKeys }
    package var id: DeviceID { identity.id }
}

extension RandomNumberGenerator {
    /// Bytes from numbers of the generator, the least significant first.
    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            withUnsafeBytes(of: next().littleEndian) { bytes += $0.prefix(count - bytes.count) }
        }
        return bytes
    }
}
