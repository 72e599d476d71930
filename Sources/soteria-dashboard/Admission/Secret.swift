/// A random value from the system that nobody can guess, in hexadecimal digits.
struct Secret: Sendable {
    /// The digits: two for each byte, lower case.
    let text: String

    /// Draws this many random bytes; 32 can never be guessed.
    init(bytes: Int = 32) {
        var numbers = SystemRandomNumberGenerator()
        self.init((0..<bytes).map { _ in UInt8.random(in: .min ... .max, using: &numbers) })
    }

    private init(_ bytes: [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        text = String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    /// Compares in constant time, so that nobody can find the digits one by one by timing.
    func matches(_ given: String) -> Bool {
        let own = Array(text.utf8)
        let other = Array(given.utf8)
        guard own.count == other.count else { return false }
        return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
