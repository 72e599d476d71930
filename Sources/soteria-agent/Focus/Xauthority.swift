/// The cookies of a file of xauth(1).
///
/// Source: Xsecurity(7) and libXau. An entry is a family and four byte strings, all lengths with
/// two bytes, the high one first: address, number of the display, name of the method, secret.
enum Xauthority {
    /// The longest file that is read, in bytes.
    static let longestFile = 64 << 10
    /// The only method that is spoken.
    static let method = Array("MIT-MAGIC-COOKIE-1".utf8)

    private static let local: UInt16 = 256
    private static let wild: UInt16 = 65_535

    /// The cookie for a local display; nil if there is none. An entry of this host is preferred,
    /// since the host may have had another name when the file was written.
    static func cookie(_ file: [UInt8], display: Int, host: String) -> [UInt8]? {
        let number = Array(String(display).utf8)
        var other: [UInt8]?
        var rest = file[...].prefix(longestFile)
        while let entry = Entry(&rest) {
            guard entry.method.elementsEqual(method),
                entry.number.isEmpty || entry.number.elementsEqual(number)
            else { continue }
            if entry.family == wild
                || entry.family == local && entry.address.elementsEqual(host.utf8)
            {
                return Array(entry.secret)
            }
            if entry.family == local, other == nil { other = Array(entry.secret) }
        }
        return other
    }

    private struct Entry {
        var family: UInt16
        var address: ArraySlice<UInt8>
        var number: ArraySlice<UInt8>
        var method: ArraySlice<UInt8>
        var secret: ArraySlice<UInt8>

        /// Takes an entry off the bytes; nil if they end before it does.
        init?(_ rest: inout ArraySlice<UInt8>) {
            guard let family = Self.number(&rest), let address = Self.string(&rest),
                let number = Self.string(&rest), let method = Self.string(&rest),
                let secret = Self.string(&rest)
            else { return nil }
            self.family = family
            self.address = address
            self.number = number
            self.method = method
            self.secret = secret
        }

        private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
            guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
            return UInt16(high) << 8 | UInt16(low)
        }

        private static func string(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
            guard let length = number(&rest), Int(length) <= rest.count else { return nil }
            defer { rest = rest.dropFirst(Int(length)) }
            return rest.prefix(Int(length))
        }
    }
}
