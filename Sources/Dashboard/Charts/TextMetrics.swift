/// Estimates the width of texts. The server knows no font, so it assumes advances wider than those
/// of common sans-serif fonts: 0.6 em, more for capitals and wide scripts.
struct TextMetrics: Equatable {
    /// The font size in units of the picture.
    let fontSize: Double

    var lineHeight: Double { (fontSize * 1.35).rounded(.up) }

    func width(of text: String) -> Double {
        room(of: text.reduce(0) { $0 + Self.advance(of: $1) })
    }

    func widest(of texts: [String]) -> Double { texts.map(width(of:)).max() ?? 0 }

    /// The text if it fits; otherwise as much of its beginning as fits, with an ellipsis.
    func cut(_ text: String, to room: Double) -> String {
        let ellipsis: Character = "…"
        let last = Self.advance(of: ellipsis)
        var used = 0
        var end = text.startIndex
        for index in text.indices {
            if fits(used + last, in: room) { end = index }
            used += Self.advance(of: text[index])
            guard fits(used, in: room) else {
                let start = text[..<end].reversed().drop { $0 == " " }.reversed()
                return fits(last, in: room) ? String(start) + String(ellipsis) : ""
            }
        }
        return text
    }

    /// The text cut to the room. If fewer than three letters fit before the ellipsis, as many
    /// letters as fit without it: "Mo" says more about a Monday than "M…".
    func shortened(_ text: String, to room: Double) -> String {
        let cut = cut(text, to: room)
        guard cut != text, cut.count < 4 else { return cut }
        var used = 0
        return String(
            text.prefix { letter in
                used += Self.advance(of: letter)
                return fits(used, in: room)
            })
    }

    private func room(of hundredths: Int) -> Double { Double(hundredths) * fontSize / 100 }

    /// True if letters fit a room. The comparison allows for rounding: a room may be the width of
    /// the same letters with a margin added and subtracted again.
    private func fits(_ hundredths: Int, in room: Double) -> Bool {
        self.room(of: hundredths) <= room + 1e-6
    }

    /// The advance in hundredths of an em, so that sums are exact.
    private static func advance(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        return switch scalar.value {
        case 0x40, 0x4D, 0x57, 0x6D, 0x77: 90  // @ M W m w
        case 0x41...0x5A: 72
        case 0x2026: 100
        case ..<0x1100, 0x2000...0x214F: 60
        default: 110
        }
    }
}

/// The two forms of every picture. No single drawing has text of 11 px on a telephone and also
/// suits a wide page, so each form has its own width and labels, and the style sheet shows the one
/// that fits. The other is `display: none`, so it is also gone from the accessibility tree.
enum ChartWidth: String, CaseIterable {
    case narrow
    case wide

    /// The width in the picture's own units; the narrow form is for 240 px on, the wide for 520 on.
    var units: Double { self == .narrow ? 240 : 560 }

    /// The largest number of points with distinguishable markers.
    var mostMarkers: Int { self == .narrow ? 21 : 62 }

    var lettering: TextMetrics { TextMetrics(fontSize: self == .narrow ? 11 : 12) }

    /// The class that the style sheet shows or hides.
    var className: String { "chart-\(rawValue)" }
}
