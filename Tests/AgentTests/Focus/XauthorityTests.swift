import SeededRandom
import Testing

@testable import soteria_agent

/// Files of xauth(1).
struct XauthorityTests {
    private static func entry(
        _ family: UInt16, _ address: String, _ number: String, _ secret: String,
        method: String = "MIT-MAGIC-COOKIE-1"
    ) -> [UInt8] {
        var bytes = [UInt8(family >> 8), UInt8(family & 255)]
        for part in [address, number, method, secret] {
            bytes += [UInt8(part.utf8.count >> 8), UInt8(part.utf8.count & 255)] + part.utf8
        }
        return bytes
    }

    private static func cookie(_ file: [UInt8], _ display: Int = 1) -> String? {
        Xauthority.cookie(file, display: display, host: "me").map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test("This host's entry of the display is preferred, then any host's")
    func choice() {
        let other = Self.entry(256, "old", "1", "other")
        let own = Self.entry(256, "me", "1", "own")
        #expect(Self.cookie(other + own) == "own")
        #expect(Self.cookie(other) == "other")
        #expect(Self.cookie(other + Self.entry(65_535, "", "1", "wild") + own) == "wild")
        #expect(Self.cookie(Self.entry(256, "me", "", "each")) == "each")
    }

    @Test("Other displays, methods and families are none")
    func none() {
        #expect(Self.cookie(Self.entry(256, "me", "2", "x")) == nil)
        #expect(Self.cookie(Self.entry(256, "me", "1", "x", method: "XDM-AUTHORIZATION-1")) == nil)
        #expect(Self.cookie(Self.entry(0, "me", "1", "x")) == nil)
        #expect(Self.cookie([]) == nil)
    }

    @Test("A file that is cut or too long is read as far as it goes")
    func damaged() {
        let file = Self.entry(256, "me", "1", "own")
        for end in 0..<file.count { #expect(Self.cookie(Array(file[..<end])) == nil) }
        let long = Self.entry(256, "me", "2", String(repeating: "x", count: 65_000))
        #expect(Self.cookie(long + file) == "own")
        #expect(Self.cookie(long + long + file) == nil)
        var random = SeededGenerator()
        for _ in 0..<500 { _ = Self.cookie(FocusBench.mutated(long.suffix(99) + file, &random)) }
    }
}
