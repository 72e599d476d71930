import SeededRandom
import Testing

@testable import Sealing

/// The reader takes what would be written, and refuses everything else.
struct CBORTests {
    @Test func randomValuesComeBackByteForByte() throws {
        var generator = SeededGenerator()
        for _ in 0..<500 {
            let value = CBOR.random(height: Int.random(in: 0...8, using: &generator), &generator)
            let bytes = value.encoded()
            #expect(try CBOR(bytes) == value)
            #expect(try CBOR(bytes).encoded() == bytes)
        }
    }

    @Test func whateverIsReadIsWrittenAsTheSameBytes() {
        var generator = SeededGenerator()
        var readCount = 0
        for _ in 0..<5000 {
            var bytes = CBOR.random(height: 3, &generator).encoded()
            for _ in 0..<Int.random(in: 1...3, using: &generator) { bytes.damage(&generator) }
            guard let value = try? CBOR(bytes) else { continue }
            readCount += 1
            #expect(value.encoded() == bytes)
        }
        #expect(readCount > 500)
    }

    @Test func everyCutIsRefused() {
        var generator = SeededGenerator()
        for _ in 0..<30 {
            let bytes = CBOR.random(height: 3, &generator).encoded()
            for count in 0..<bytes.count {
                #expect(throws: Refusal.cbor) { try CBOR(Array(bytes.prefix(count))) }
            }
        }
    }

    @Test(arguments: [
        "1817", "1900ff", "1a0000ffff", "1b00000000ffffffff", "3817", "5817", "7800", "9800",
        "b800", "5f4100ff", "7f6100ff", "9fff", "bfff", "ff", "c000", "d818", "f90000",
        "fa00000000", "fb0000000000000000", "f7", "f800", "f814", "f820", "e0", "f0", "1c", "1f",
        "a2616201616100", "a2616100616101", "a262616101616200", "a14100f6", "a161fff6",
        "a162c3a9f6", "62c328", "61ff", "63eda080", "62c080", "4401", "8201", "a16161", "0000",
        "1bffffffffffffffff", "3bffffffffffffffff", "9bffffffffffffffff", "bbffffffffffffffff",
        "5bffffffffffffffff", "7bffffffffffffffff", "9a00ffffff",
    ])
    func otherFormsAreRefused(text: String) throws {
        let bytes = try #require([UInt8](hexadecimal: text))
        #expect(throws: Refusal.cbor) { try CBOR(bytes) }
    }

    @Test func nothingButZerosFollowsAPaddedValue() throws {
        let value = CBOR.array([.integer(0), .null])
        let bytes = value.encoded()
        #expect(try CBOR(bytes + [0, 0, 0], isPadded: true) == value)
        #expect(try CBOR(bytes, isPadded: true) == value)
        #expect(throws: Refusal.cbor) { try CBOR(bytes + [0, 1, 0], isPadded: true) }
        #expect(throws: Refusal.cbor) { try CBOR(bytes + [0]) }
        #expect(throws: Refusal.cbor) { try CBOR([], isPadded: true) }
    }

    @Test func valuesAreAtMostEightDeep() throws {
        let eight = (0..<8).reduce(CBOR.integer(1)) { value, _ in .array([value]) }
        #expect(try CBOR(eight.encoded()) == eight)
        #expect(eight.height == 8)
        #expect(throws: Refusal.cbor) { try CBOR(CBOR.array([eight]).encoded()) }
        let maps = (0..<8).reduce(CBOR.null) { value, _ in .map(["m": value]) }
        #expect(try CBOR(maps.encoded()) == maps)
        #expect(throws: Refusal.cbor) { try CBOR(CBOR.map(["m": maps]).encoded()) }
    }

    @Test func textsAreComparedByTheirBytes() throws {
        let composed = CBOR.text("\u{E9}")
        let decomposed = CBOR.text("e\u{301}")
        #expect("\u{E9}" == "e\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(try CBOR(decomposed.encoded()).encoded() == decomposed.encoded())
        // The Kelvin sign is K to a String; as a name it is refused, because it is not ASCII.
        #expect(throws: Refusal.cbor) { try CBOR([0xA1, 0x63, 0xE2, 0x84, 0xAA, 0xF6]) }
    }

    @Test func membersAreInTheOrderOfTheirEncodedNames() throws {
        let map: CBORMap = [
            "b": .integer(1), "aa": .integer(2), "a": .integer(3), "": .null,
        ]
        #expect(map.members.map(\.name) == ["", "a", "b", "aa"])
        var changed = map
        changed["a"] = nil
        changed["b"] = .integer(7)
        #expect(changed == ["": .null, "aa": .integer(2), "b": .integer(7)])
        #expect(changed["a"] == nil)
    }
}
