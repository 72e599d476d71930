import Testing

@testable import Dashboard

/// Progress and risk as a bar from nothing to all.
@Suite struct ChartsMeterTests {
    let levels = [
        ValueBand(name: "moderate", from: FiniteNumber(0.4) ?? 0),
        ValueBand(name: "high", from: FiniteNumber(0.6) ?? 0),
        ValueBand(name: "critical", from: FiniteNumber(0.8) ?? 0),
    ]

    func meter(_ value: FiniteNumber, bands: [ValueBand] = []) -> Meter {
        Meter(
            caption: ChartTexts.caption(), value: value, valueText: "420 of 1,000", bands: bands,
            heads: ["Level", "From"], format: ChartTexts.number)
    }

    /// How much of the track is filled.
    func filled(_ read: ChartReading) throws -> Double {
        let track = try #require(try read.picture(.wide).with(class: "chart-track").first)
        let bar = try read.picture(.wide).with(class: "chart-1").first
        return (bar?.number("width") ?? 0) / (try #require(track.number("width")))
    }

    @Test(arguments: [(0.0, 0.0), (0.25, 0.25), (1, 1), (7, 1), (-1, 0)])
    func theBarIsAsLongAsTheValue(value: Double, share: Double) throws {
        let read = try ChartRules.check(meter(try #require(FiniteNumber(value))).html)
        #expect(abs(try filled(read) - share) < 0.001)
    }

    @Test func theNumberIsToldInWords() throws {
        let read = try ChartRules.check(meter(1).html)
        #expect(read.figure.with(class: "chart-value").map(\.text) == ["420 of 1,000"])
        #expect(read.figure.named("figcaption").map(\.text) == ["The title 420 of 1,000"])
        #expect(read.tables.isEmpty)
    }

    @Test func levelsAreMarkedNamedAndListed() throws {
        let read = try ChartRules.check(meter(1, bands: levels).html)
        #expect(
            read.tables == [
                [
                    ["Level", "From"], ["moderate", "0.4"], ["high", "0.6"], ["critical", "0.8"],
                ]
            ])
        for width in ChartWidth.allCases {
            let labels = try read.labels(width)
            for text in ["0", "0.4", "0.6", "0.8", "1", "moderate (0.4)", "critical (0.8)"] {
                #expect(labels.contains(text), "\(text)")
            }
            // Three on the track and three in the legend.
            #expect(try read.picture(width).with(class: "chart-band").count == 6)
        }
    }

    @Test func crowdedLevelsKeepTheirNames() throws {
        let crowded = (0..<9).compactMap { FiniteNumber(0.5 + Double($0) / 1_000) }
            .enumerated().map { ValueBand(name: "level \($0.offset)", from: $0.element) }
        let read = try ChartRules.check(meter(1, bands: crowded).html)
        let labels = try read.labels(.narrow)
        #expect(labels.filter { $0.hasPrefix("level") }.count == 9)
        #expect(labels.contains("0.5") && !labels.contains("0.501"))
    }

    @Test func levelsOutsideLieAtTheEnds() throws {
        let outside = [ValueBand(name: "below", from: -3), ValueBand(name: "above", from: 3)]
        let read = try ChartRules.check(meter(1, bands: outside).html)
        #expect(read.tables[0][2] == ["above", "3"])
    }
}
