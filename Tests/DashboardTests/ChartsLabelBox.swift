import Foundation
import FoundationXML
import Testing

@testable import Dashboard

/// A text of a picture as a rectangle, with the advance of 0.6 em that is assumed of a letter.
struct LabelBox {
    let text: String
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double

    init?(_ element: ChartElement, fontSize: Double) {
        guard let x = element.number("x"), let y = element.number("y") else { return nil }
        let width = Double(element.text.count) * 0.6 * fontSize
        text = element.text
        left =
            switch element.attributes["text-anchor"] {
            case "middle": x - width / 2
            case "end": x - width
            default: x
            }
        right = left + width
        top = y - fontSize * 0.75
        bottom = y + fontSize * 0.2
    }

    func overlaps(_ other: LabelBox) -> Bool {
        left < other.right - 0.01 && other.left < right - 0.01
            && top < other.bottom - 0.01 && other.top < bottom - 0.01
    }
}

/// Texts for tests: the chart's own, and numbers as a test expects them.
enum ChartTexts {
    static func caption(_ id: String = "chart-a") -> ChartCaption {
        ChartCaption(
            id: id, title: "The title", description: "What it shows.",
            tableLabel: "Show the numbers", emptyText: "Nothing yet.")
    }

    static let days = CategoryAxis(
        title: "Weekday",
        labels: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
            .map { ChartLabel($0, short: String($0.prefix(3))) })
    static let hours = CategoryAxis(
        title: "Hour of day", labels: (0..<24).map { ChartLabel("\($0):00", short: "\($0)") })

    static func axis(
        _ scale: ValueAxis.Scale = .whole, range: ClosedRange<FiniteNumber>? = nil
    ) -> ValueAxis {
        ValueAxis(title: "Requests", scale: scale, range: range, format: number)
    }

    /// `1234`, `0.25`.
    @Sendable static func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }

    /// A name with everything in it that is dangerous in HTML, and control characters.
    static let hostile =
        "</text><script>alert('x')</script>\" onload=\"y\" style='z' & &amp; \u{0}\u{1B}\u{FFFE}"
}
