import Testing

@testable import Dashboard

/// The parts of a whole as a bar.
@Suite struct ChartsShareTests {
    func bar(_ values: [FiniteNumber]) -> ShareBar {
        ShareBar(
            caption: ChartTexts.caption(),
            parts: zip(["planned", "impulse", "kept", "expired", "other"], values).map {
                ShareBar.Part(name: $0, value: $1)
            },
            heads: ["Answer", "Requests", "Share"],
            format: ChartTexts.number, share: { "\(Int(($0 * 100).rounded())) %" })
    }

    @Test func partsAreDrawnNamedAndListed() throws {
        let read = try ChartRules.check(bar([10, 30, 60]).html)
        #expect(
            read.tables == [
                [
                    ["Answer", "Requests", "Share"], ["planned", "10", "10 %"],
                    ["impulse", "30", "30 %"],
                    ["kept", "60", "60 %"],
                ]
            ])
        for width in ChartWidth.allCases {
            let labels = try read.labels(width)
            #expect(labels.contains("impulse: 30 (30 %)"))
            #expect(try read.labels(width, class: "chart-inside-3") == ["60 %"])
        }
    }

    /// The widths of the parts on the bar, without what the legend draws.
    func widths(_ read: ChartReading, _ width: ChartWidth) throws -> [Double] {
        try read.picture(width).named("rect").filter { !$0.children.isEmpty }
            .compactMap { $0.number("width") }
    }

    @Test func partsAreAsWideAsTheirShare() throws {
        let widths = try widths(try ChartRules.check(bar([10, 30, 60]).html), .wide)
        #expect(widths.map { ($0 + 1).rounded() } == [56, 168, 336])
    }

    @Test func theSmallestPartIsSeenAndNothingIsNot() throws {
        let read = try ChartRules.check(bar([1, 0, 1_000_000]).html)
        for width in ChartWidth.allCases {
            let widths = try widths(read, width)
            #expect(widths.count == 2)
            #expect(try #require(widths.first) >= 1)
        }
        #expect(read.tables[0][2] == ["impulse", "0", "0 %"])
    }

    @Test func aWholeOfOnePartIsWhole() throws {
        let widths = try widths(try ChartRules.check(bar([5]).html), .narrow)
        #expect(widths == [239])
    }

    @Test func nothingIsSaidInWords() throws {
        #expect(try ChartRules.check(bar([]).html).isEmpty)
        #expect(try ChartRules.check(bar([0, 0]).html).isEmpty)
        #expect(try ChartRules.check(bar([-5]).html).isEmpty)
    }
}
