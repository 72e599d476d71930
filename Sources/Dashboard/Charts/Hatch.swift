/// Patterns of areas, dashes of lines and shapes of markers: they distinguish series without
/// colour. There are four of each; a fifth series looks like the first and has another name.
enum Hatch {
    /// The number, 1 to 4, in the CSS classes of a series, which is counted from 0.
    static func index(of series: Int) -> Int { series % 4 + 1 }

    /// The id of a pattern in one form of a picture. Each form has its own patterns, because a
    /// pattern in a hidden element does not fill elements elsewhere.
    static func id(_ index: Int, in prefix: String) -> String { "\(prefix)-hatch-\(index)" }

    /// Defines the patterns: slanted lines, dots, level lines.
    static func write(_ indices: [Int], in prefix: String, to markup: inout Markup) {
        for index in indices {
            markup.element(
                "pattern",
                [
                    "id": id(index, in: prefix), "width": "6", "height": "6",
                    "patternUnits": "userSpaceOnUse",
                    "patternTransform": index == 2 ? "rotate(45)" : "rotate(0)",
                ]
            ) { pattern in
                switch index {
                case 2: pattern.shape("path", ["class": "chart-hatch", "d": "M3 0V6"])
                case 3:
                    pattern.shape(
                        "circle", ["class": "chart-hatch", "cx": "3", "cy": "3", "r": "1"])
                default: pattern.shape("path", ["class": "chart-hatch", "d": "M0 3H6"])
                }
            }
        }
    }

    /// The dashes of a series' line; the first is unbroken.
    static func dashes(of series: Int) -> String? {
        [nil, "6 4", "2 4", "9 3 2 3"][index(of: series) - 1]
    }

    /// A marker as a path: a disc, a square, a triangle, a diamond.
    static func marker(of series: Int, x: Double, y: Double) -> String {
        switch index(of: series) {
        case 1: "M\(coordinate(x - 3)) \(coordinate(y))a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"
        case 2: "M\(coordinate(x - 2.75)) \(coordinate(y - 2.75))h5.5v5.5h-5.5z"
        case 3: "M\(coordinate(x - 3.5)) \(coordinate(y + 3))l3.5-6.5l3.5 6.5z"
        default: "M\(coordinate(x)) \(coordinate(y - 4))l4 4l-4 4l-4-4z"
        }
    }
}
