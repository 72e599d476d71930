import Foundation

/// A colour of the screen, each part from 0 to 1.
struct Colour: Equatable {
    var red: Double
    var green: Double
    var blue: Double

    init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// `#rrggbb`; nil for anything else.
    init?(_ text: String) {
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.count == 6, let value = UInt32(digits, radix: 16)
        else { return nil }
        func part(_ shift: UInt32) -> Double { Double(value >> shift & 0xFF) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0))
    }

    /// The relative luminance of WCAG 2.2.
    var luminance: Double {
        func linear(_ part: Double) -> Double {
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast ratio of WCAG 2.2: from 1 to 21.
    func contrast(to other: Colour) -> Double {
        let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)
    }
}

extension StyleSheet {
    enum Theme: String, CaseIterable {
        case light, dark
    }

    /// The two colours of a token, for light ground and for dark; nil where it is no such pair.
    static func pair(_ value: String) -> (light: String, dark: String)? {
        guard let match = value.wholeMatch(of: /light-dark\(([^,()]+), ?([^,()]+)\)/) else {
            return nil
        }
        return (String(match.1), String(match.2))
    }

    /// The colour of a token in a theme; nil where there is none, or it is seen through.
    func colour(_ token: String, _ theme: Theme) -> Colour? {
        guard let pair = tokens[token].flatMap(Self.pair) else { return nil }
        return Colour(theme == .light ? pair.light : pair.dark)
    }
}
