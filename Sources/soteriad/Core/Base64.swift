/// Base64 as of RFC 4648, with padding.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The text of bytes.
    static func text(of bytes: some Collection<UInt8>) -> String {
        let size = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: size) { text in
            var at = 0
            var index = bytes.startIndex
            while index != bytes.endIndex {
                var group: UInt32 = 0
                var count = 0
                while count < 3, index != bytes.endIndex {
                    group |= UInt32(bytes[index]) << UInt32(16 - 8 * count)
                    bytes.formIndex(after: &index)
                    count += 1
                }
                for digit in 0..<4 {
                    let value = Int(group >> UInt32(18 - 6 * digit) & 63)
                    text[at] = digit <= count ? alphabet[value] : UInt8(ascii: "=")
                    at += 1
                }
            }
            return size
        }
    }
}
