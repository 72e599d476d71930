import Crypto
import FoundationEssentials

/// The key that chunks are sealed with from one entry to the next.
package struct EpochKey: Sendable {
    static let byteCount = 32

    package let id: EpochID
    package let key: SymmetricKey

    /// The key of 32 bytes. Throws `form` for another length.
    package init(_ key: SymmetricKey) throws(Refusal) {
        guard key.bitCount == 8 * Self.byteCount else { throw .form }
        self.key = key
        id = key.withUnsafeBytes { bytes in
            EpochID(unchecked: Array(Label.epochID.digest(Data(bytes)).prefix(EpochID.byteCount)))
        }
    }

    /// A key that is drawn.
    package init(using generator: inout some RandomNumberGenerator) throws(Refusal) {
        try self.init(SymmetricKey(data: generator.bytes(Self.byteCount)))
    }

    /// The key with this id. Throws `seal` if these bytes are of another key.
    init(_ bytes: Data, id: EpochID) throws(Refusal) {
        do throws(Refusal) { try self.init(SymmetricKey(data: bytes)) } catch { throw .seal }
        guard self.id == id else { throw .seal }
    }
}
