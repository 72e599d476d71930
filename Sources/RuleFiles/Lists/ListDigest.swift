import Crypto

/// What a list of sites is known by in the record, which does not keep its text.
enum ListDigest {
    /// The SHA-256 of a file's bytes in hexadecimal.
    static func hex(of bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { $0.hex(width: 2) }.joined()
    }
}
