import Testing

@testable import Dashboard

/// The style sheet's rules for charts.
@Suite struct ChartsStyleTests {
    static func sheet() throws -> String {
        try ["tokens.css", "page.css", "components.css"].map { try Sources.text("Look/\($0)") }
            .joined()
    }

    /// Whether a rule names the class, or the family that it belongs to.
    static func isStyled(_ name: String, in sheet: String) -> Bool {
        let family = name.split(separator: "-").dropLast().joined(separator: "-")
        return sheet.contains(".\(name)") || sheet.contains("[class^=\"\(family)-\"]")
    }

    /// All but the class of the details, which only names them.
    @Test func everyClassOfAChartIsStyled() throws {
        let sheet = try Self.sheet()
        let unstyled = ChartRules.classes.subtracting(["chart-table"]).filter {
            !Self.isStyled($0, in: sheet)
        }
        #expect(unstyled == [])
        #expect(!Self.isStyled("chart-magenta", in: sheet))
    }

    /// The switch between the forms is where the wide one's letters are 11 px high.
    @Test func theFormsChangeWhereTheWideOneCanBeRead() throws {
        let sheet = try Self.sheet()
        #expect(sheet.contains("@container (min-width: 32.5rem)"))
        let pixels = 32.5 * 16
        let wide = ChartWidth.wide
        #expect(wide.lettering.fontSize * pixels / wide.units >= 11)
        #expect(ChartWidth.narrow.lettering.fontSize >= 11)
    }

    /// A colour for all texts of a picture would beat the colours of those inside areas.
    @Test func textsInsideAreasKeepTheirColour() throws {
        #expect(!(try Self.sheet()).contains(".chart text { fill"))
    }
}
