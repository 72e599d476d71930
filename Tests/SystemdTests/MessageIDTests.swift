import Systemd
import Testing

@Suite struct MessageIDTests {
    @Test func readsAndWrites32Digits() throws {
        let text = "00a1b2c3d4e5f60718293a4b5c6d7e8f"
        let id = try #require(MessageID(text))
        #expect(id.description == text)
        #expect(id == MessageID(high: 0x00a1_b2c3_d4e5_f607, low: 0x1829_3a4b_5c6d_7e8f))
    }

    @Test func keepsLeadingZerosOfBothHalves() {
        #expect(
            MessageID(high: 1, low: 2).description == "00000000000000010000000000000002")
        #expect(MessageID(high: 0, low: .max).description == "0000000000000000ffffffffffffffff")
    }

    @Test func readsUpperCaseAndWritesLower() {
        #expect(
            MessageID("ABCDEFABCDEFABCDEFABCDEFABCDEFAB")?.description
                == "abcdefabcdefabcdefabcdefabcdefab")
    }

    @Test(arguments: [
        "", "0", "00a1b2c3d4e5f60718293a4b5c6d7e8", "00a1b2c3d4e5f60718293a4b5c6d7e8f0",
        "+0a1b2c3d4e5f60718293a4b5c6d7e8f", "00a1b2c3d4e5f607-8293a4b5c6d7e8f",
        "00a1b2c3-d4e5-f607-1829-3a4b5c6d7e8f", "g0a1b2c3d4e5f60718293a4b5c6d7e8f",
        "éééééééééééééééé",
    ])
    func refusesWhatIsNoID(text: String) {
        #expect(MessageID(text) == nil)
    }
}
