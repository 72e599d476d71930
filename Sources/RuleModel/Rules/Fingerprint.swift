/// A 128-bit FNV-1a hash in hexadecimal, which tells if a text was edited.
///
/// It is no protection against an enemy (who could edit the store as well), only against mistaking
/// one text for another. Constants: draft-eastlake-fnv, 128-bit prime 2^88 + 0x13b.
package struct Fingerprint {
    private var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

    package init() {}

    /// Adds a text; texts are separated, so that `["ab"]` and `["a", "b"]` differ.
    package mutating func combine(_ text: String) {
        for byte in text.utf8 { mix(byte) }
        mix(0xff)
    }
    private mutating func mix(_ byte: UInt8) {
        hash = (hash ^ UInt128(byte)) &* ((1 << 88) + 0x13b)
    }

    /// 32 hexadecimal digits.
    package var text: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    package static func of(_ texts: some Sequence<String>) -> String {
        var fingerprint = Fingerprint()
        for text in texts { fingerprint.combine(text) }
        return fingerprint.text
    }
}
