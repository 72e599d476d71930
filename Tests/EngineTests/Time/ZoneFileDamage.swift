import RuleModel
import SeededRandom
import Testing

/// Bytes that are no zone file, or no longer: an error or a value, never a trap.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct ZoneFileDamage {
    /// Reads, and uses what was read at the ends of time.
    @discardableResult
    private func use(_ bytes: [UInt8]) -> TimeZoneRules? {
        guard let zone = try? TimeZoneRules(name: "Damaged", tzif: bytes) else { return nil }
        for second: Int64 in [-62_135_596_800, -1, 0, 1_795_000_000, 253_402_300_799] {
            let offset = zone.offset(at: Instant(seconds: second))
            let found = zone.instants(ofLocal: second)
            #expect(abs(offset) <= 26 * 3600)
            #expect(found.first <= found.last)
        }
        return zone
    }

    @Test(arguments: [
        [], [0], Array("TZif".utf8), Array("TZif2".utf8), Array("TZIF2".utf8),
        [UInt8](repeating: 0, count: 200), [UInt8](repeating: 0xff, count: 200),
        Array("TZif2".utf8) + [UInt8](repeating: 0xff, count: 200),
        Array("TZif2".utf8) + [UInt8](repeating: 0, count: 200),
        Array("TZif".utf8) + [UInt8](repeating: 0x7f, count: 200),
    ])
    func isRefused(bytes: [UInt8]) {
        let error = #expect(throws: ZoneFileError.self) {
            try TimeZoneRules(name: "None", tzif: bytes)
        }
        #expect(error?.description.isEmpty == false)
    }

    /// The table and the footer are both needed, so that no prefix is taken for the whole.
    @Test(arguments: ["Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"])
    func everyPrefixIsRefused(name: String) throws {
        let bytes = try ZoneFiles.bytes(name)
        for count in 0..<bytes.count {
            #expect(throws: ZoneFileError.self, "\(count) bytes of \(name)") {
                try TimeZoneRules(name: name, tzif: Array(bytes.prefix(count)))
            }
        }
        #expect(use(bytes) != nil)
    }

    @Test func everyByteTurnedOverIsSurvived() throws {
        let bytes = try ZoneFiles.bytes("Asia/Kathmandu")
        for index in bytes.indices {
            for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff, bytes[index] ^ 0x80] {
                var damaged = bytes
                damaged[index] = value
                use(damaged)
            }
        }
    }

    @Test func randomDamageIsSurvived() throws {
        let seed = SeededGenerator.seed()
        var random = SeededGenerator(seed: seed)
        let whole = try ZoneFiles.bytes("Pacific/Apia")
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[.random(in: bytes.indices, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            use(bytes)
        }
        for _ in 0..<3000 {
            let count = Int.random(in: 0...120, using: &random)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            use(noise)
            use(Array("TZif2".utf8) + noise)
        }
    }

    @Test(arguments: [
        "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0/3,", "C-1", "CET", "CET-25",
        "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
        "CET-1CEST,J0,J365", "CET-1CEST,J366,J1", "CET-1CEST,366,1", "CET-1CEST,M3.5.0/168,M10.5.0",
        "<+01-1", "CET-1:60", "CET-1 ", "CET-1CEST,M3.5.0/,M10.5.0", "\u{0}", "CÉT-1",
    ])
    func footerIsRefused(footer: String) {
        #expect(throws: ZoneFileError.self) { try HandmadeZone(footer: footer).read() }
    }

    @Test func contradictionsAreRefused() {
        let unordered = HandmadeZone(transitions: [(100, 0), (50, 1)], types: [0, 3600])
        let noSuchType = HandmadeZone(transitions: [(100, 2)], types: [0, 3600])
        let tooFarEast = HandmadeZone(types: [27 * 3600])
        for zone in [unordered, noSuchType, tooFarEast] {
            #expect(throws: ZoneFileError.self) { try zone.read() }
        }
    }

    /// The extremes of what 64 bits can say about a transition.
    @Test(arguments: [Int64.min, .min + 1, -1 << 59, 1 << 59, .max - 1, .max])
    func farTransitionsAreSurvived(second: Int64) {
        for footer in ["", "CET-1", "CET-1CEST,M3.5.0,M10.5.0/3"] {
            let zone = HandmadeZone(transitions: [(second, 1)], types: [0, 3600], footer: footer)
            let rules = use(zone.bytes)
            #expect(rules.map { abs($0.offset(at: Instant(seconds: 0))) <= 7200 } ?? true)
        }
    }
}
