import SeededRandom
import Testing

@testable import soteria_agent

/// All sources over recordings, damaged bytes and noise.
struct FocusRecordingTests {
    typealias Recording = FocusBench.Recording

    private static func played(_ recording: Recording) throws -> FocusOutput {
        var source = recording.source
        _ = source.begin()
        return try source.receive(recording.bytes)
    }

    private static func apps(_ output: FocusOutput) -> [String?] {
        output.events.compactMap { event -> String?? in
            if case .front(let window) = event { .some(window?.app) } else { nil }
        }
    }

    @Test("sway tells each change, and nobody on an empty workspace")
    func sway() throws {
        let output = try Self.played(FocusBench.recordings[0])
        let shop = FocusBench.front("org.example.Shop", 30660)
        let read = FocusBench.front("org.example.Read", 30681)
        #expect(output.events == [shop, read, shop, .front(nil), shop, read, shop, .front(nil)])
        #expect(output.abilities == FocusAbilities(reportsFront: true))
        #expect(output.failure == nil)
    }

    @Test("i3 tells classes and no process")
    func i3() throws {
        let output = try Self.played(FocusBench.recordings[1])
        let one = FocusBench.front("AppA")
        let other = FocusBench.front("AppB")
        #expect(
            output.events == [
                .front(nil), one, other, one, other, .front(nil), other, one, .front(nil),
            ])
        #expect(output.failure == nil)
    }

    @Test("The wlr protocol tells app ids, and KWin's idleness")
    func wayland() throws {
        let output = try Self.played(FocusBench.recordings[2])
        let shop = FocusBench.front("org.example.Shop")
        let read = FocusBench.front("org.example.Read")
        #expect(
            output.events == [
                shop, read, .idle(true), .front(nil), shop, .front(nil), shop, .front(nil), read,
                .idle(false), .front(nil), shop, .front(nil),
            ])
        #expect(
            output.abilities
                == FocusAbilities(reportsFront: true, reportsIdle: true, putsAway: true))
    }

    @Test("X11 tells class and process, and idleness by SYNC")
    func x11() throws {
        let openbox = try Self.played(FocusBench.recordings[3])
        let one = FocusBench.front("AppA", 30848)
        let other = FocusBench.front("AppB", 30854)
        #expect(
            openbox.events == [
                .idle(true), .front(nil), one, .front(nil), other, .front(nil), one, .front(nil),
                other, .idle(false), one,
            ])
        #expect(
            openbox.abilities
                == FocusAbilities(
                    reportsFront: true, reportsIdle: true, limitsInhibitors: true, putsAway: true))
        let i3 = try Self.played(FocusBench.recordings[4])
        #expect(Self.apps(i3) == [nil, "AppA", "AppB", "AppA", "AppB", nil, "AppB", "AppA", nil])
        #expect(i3.events.filter { $0 == .idle(true) || $0 == .idle(false) }.count == 2)
    }

    @Test("Cut anywhere, a stream gives the same", arguments: FocusBench.recordings)
    func cut(_ recording: Recording) throws {
        let whole = try Self.played(recording)
        let bytes = try recording.bytes
        var random = SeededGenerator()
        let cuts =
            [Array(repeating: 1, count: bytes.count), Array(repeating: 7, count: bytes.count / 7)]
            + (0..<3).map { _ in FocusBench.pieces(bytes.count, &random) }
        for pieces in cuts {
            var source = recording.source
            _ = source.begin()
            #expect(source.receive(bytes, pieces: pieces) == whole)
        }
    }

    @Test("No source ever keeps a title", arguments: FocusBench.recordings)
    func titles(_ recording: Recording) throws {
        var source = recording.source
        var kept = FocusBench.keepsTitle(source.begin())
        let bytes = try recording.bytes
        #expect(FocusBench.holdsTitle(bytes) == recording.tellsTitles)
        // Cut within titles as well.
        for start in stride(from: 0, to: bytes.count, by: 37) {
            let piece = Array(bytes[start..<min(bytes.count, start + 37)])
            let output = source.receive(piece.span.bytes)
            kept = kept || FocusBench.keepsTitle(source) || FocusBench.keepsTitle(output)
        }
        #expect(!kept)
    }

    @Test("A kept title would be found")
    func titlesAreFound() {
        #expect(FocusBench.keepsTitle(FocusBench.front("a SECRETTITLE")))
        #expect(FocusBench.keepsTitle(["a": (1, Array("xSECRETTITLE".utf8))]))
        #expect(!FocusBench.keepsTitle(FocusBench.front("SEC RETTITLE")))
    }

    @Test("Damaged bytes fail the source or change what it tells", arguments: FocusBench.recordings)
    func mutated(_ recording: Recording) throws {
        var random = SeededGenerator()
        let bytes = try recording.bytes
        for _ in 0..<(1_000_000 / bytes.count) {
            let damaged = FocusBench.mutated(bytes, &random)
            Self.run(recording.source, damaged, &random)
        }
    }

    @Test("Noise does no harm")
    func noise() {
        var random = SeededGenerator()
        let sources: [any FocusProtocol] =
            FocusBench.recordings.map(\.source) + [NiriFocus(), HyprlandFocus()]
        for _ in 0..<100 {
            let count = Int.random(in: 0...3000, using: &random)
            let highest: UInt8 = Bool.random(using: &random) ? 127 : 255
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...highest, using: &random) }
            for source in sources { Self.run(source, bytes, &random) }
        }
    }

    /// Feeds a source and calls it in between. A failure must be the last that it says.
    private static func run(
        _ source: any FocusProtocol, _ bytes: [UInt8], _ random: inout SeededGenerator
    ) {
        var source = source
        var sent = source.begin().count
        var failures = 0
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(Int.random(in: 1...500, using: &random)))
            rest = rest.dropFirst(piece.count)
            let output = source.receive(piece.span.bytes)
            if failures > 0 { #expect(output.events.isEmpty && output.failure == nil) }
            failures += output.failure == nil ? 0 : 1
            sent += output.reply.count
            if Int.random(in: 0..<20, using: &random) == 0 {
                sent += source.putAway(FrontWindow(app: "AppA", process: nil))?.count ?? 0
                sent += source.setAway(after: Int.random(in: -1...999_999, using: &random)).count
            }
            if Int.random(in: 0..<20, using: &random) == 0 {
                sent += source.receiveAnswer(piece.span.bytes).reply.count
                sent += source.endAnswer().reply.count
            }
        }
        #expect(failures <= 1)
        #expect(sent < 64 << 10)
    }
}
