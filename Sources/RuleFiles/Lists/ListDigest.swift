import Crypto

/// The digest of a file, by which the record knows a list of sites, whose text it does not keep.
enum ListDigest {
    /// The SHA-256 of a file's bytes in hexadecimal.
    static func hex(of bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { $0.hex(width: 2) }.joined()
    }
}
