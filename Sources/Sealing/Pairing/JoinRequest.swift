import Crypto

/// The request of a newcomer, sealed with what both sides make from the code.
package struct JoinRequest: Hashable, Sendable {
    /// The longest name in bytes.
    package static let maximumNameLength = 64
    /// The bytes that the request is padded to before it is sealed.
    private static let paddedCount = 384

    package let join: JoinID
    package let keys: PublicKeys
    /// The newcomer's signature over space, keys and name of the request, for the entry.
    package let signature: [UInt8]
    /// The newcomer's name, as it was typed.
    package let name: String
    /// The former id of a copied home, which is to be removed.
    package let former: DeviceID?

    /// The file of a request. Throws `form` if the name is too long.
    package static func file(
        code: PairingCode, space: SpaceID, keys: DeviceKeys, name: String, former: DeviceID? = nil,
        using generator: inout some RandomNumberGenerator
    ) throws(Refusal) -> [UInt8] {
        guard name.utf8.count <= maximumNameLength else { throw .form }
        let (join, publicKeys) = (code.join(in: space), keys.publicKeys)
        let signature = try Label.join.sign(
            signedBytes(space, publicKeys, join), with: keys.identity.signing)
        var members: CBORMap = [
            "v": .integer(1), "ed": .bytes(publicKeys.signing), "x": .bytes(publicKeys.agreement),
            "own": .bytes(signature), "name": .text(name),
        ]
        members["former"] = former?.cbor
        var text = CBOR.map(members).encoded()
        text += [UInt8](repeating: 0, count: paddedCount - text.count)
        var file: [UInt8] = []
        try Box.append(
            text, to: &file, as: .join, key: code.key(in: space), secret: keys.secret,
            about: space.bytes + join.bytes, noise: generator.bytes(Box.saltCount))
        return file
    }

    /// Opens the file of a request. Throws `size`, `cbor`, `newer`, `form`, `signature`; `seal` if
    /// it was made with another code or for another space, or if nothing can be sealed to its key.
    package init(_ file: [UInt8], code: PairingCode, space: SpaceID) throws(Refusal) {
        guard file.count == Self.paddedCount + Box.overhead else { throw .size }
        join = code.join(in: space)
        let text = try Box.open(
            file[...], as: .join, key: code.key(in: space), about: space.bytes + join.bytes)
        let members = try CBOR(text.span, isPadded: true).map
        guard try members.integer("v") == 1 else { throw .newer }
        keys = try PublicKeys(members)
        signature = try members.bytes("own", count: 64)
        name = try members.string("name")
        former = members["former"] == nil ? nil : try members.identifier("former")
        guard name.utf8.count <= Self.maximumNameLength else { throw .form }
        guard EpochSeal.isSecret(with: keys.agreement) else { throw .seal }
        try Self.verify(signature, of: keys, join: join, space: space)
    }

    /// Throws `signature` if it is not the newcomer's own.
    static func verify(
        _ signature: [UInt8], of keys: PublicKeys, join: JoinID, space: SpaceID
    ) throws(Refusal) {
        try Label.join.verify(signature, of: signedBytes(space, keys, join), by: keys.signing)
    }

    private static func signedBytes(
        _ space: SpaceID, _ keys: PublicKeys, _ join: JoinID
    ) -> [UInt8] {
        space.bytes + keys.signing + keys.agreement + join.bytes
    }
}

extension PublicKeys {
    /// The members `ed` and `x`.
    init(_ members: CBORMap) throws(Refusal) {
        signing = try members.bytes("ed", count: Self.byteCount)
        agreement = try members.bytes("x", count: Self.byteCount)
    }
}
