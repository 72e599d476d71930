import Crypto
import FoundationEssentials

/// A text sealed with a key that sender and receiver share: a salt of 32 bytes, then ChaChaPoly
/// with its tag. The nonce is zero, because the salt makes a key for this one box.
enum Box {
    static let saltCount = 32
    /// The bytes that a box has more than its text: salt and tag.
    static let overhead = saltCount + 16

    /// Appends the box of a text to bytes, which then stand before it. The salt is made from the
    /// device's secret, 32 random bytes, and all that is sealed.
    static func append(
        _ text: [UInt8], to bytes: inout [UInt8], as label: Label, key: SymmetricKey,
        secret: SymmetricKey, about context: [UInt8], noise: [UInt8]
    ) throws(Refusal) {
        var code = HMAC<SHA256>(key: secret)
        for part in [noise, label.bytes, context, text] { code.update(data: part) }
        let salt = Array(code.finalize())
        do {
            let sealed = try ChaChaPoly.seal(
                text, using: label.derive(from: key, salt: salt, about: context),
                nonce: ChaChaPoly.Nonce(data: zeros), authenticating: context)
            bytes += salt
            bytes += sealed.combined.dropFirst(zeros.count)
        } catch { throw .seal }
    }

    /// The text of a box. Throws `seal` if it was sealed with another key, for another purpose or
    /// in another context.
    static func open(
        _ box: ArraySlice<UInt8>, as label: Label, key: SymmetricKey, about context: [UInt8]
    ) throws(Refusal) -> Data {
        guard box.count >= overhead else { throw .seal }
        let key = label.derive(from: key, salt: box.prefix(saltCount), about: context)
        do {
            let sealed = try ChaChaPoly.SealedBox(
                nonce: ChaChaPoly.Nonce(data: zeros),
                ciphertext: box.dropFirst(saltCount).dropLast(16), tag: box.suffix(16))
            return try ChaChaPoly.open(sealed, using: key, authenticating: context)
        } catch { throw .seal }
    }

    private static let zeros = [UInt8](repeating: 0, count: 12)
}
