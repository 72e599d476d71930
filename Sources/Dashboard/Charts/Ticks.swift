/// Round values at equal distances that cover a range, after Heckbert's "nice numbers": steps of
/// 1, 2 or 5 times a power of ten, or round numbers of minutes.
struct Ticks: Equatable {
    /// At least two, ascending. The first is at or below the range, the last at or above it.
    let values: [Double]

    var low: Double { values[0] }
    var high: Double { values[values.count - 1] }

    /// Covers the range with round steps in at most this many intervals, one on each side of zero.
    init(covering range: ClosedRange<Double>, atMost intervals: Int, scale: ValueAxis.Scale) {
        // A range of no extent, or of one too small to be told apart, is drawn as one step.
        let isFlat = range.upperBound - range.lowerBound < 1e-9
        let span = isFlat ? range.lowerBound...(range.lowerBound + 1) : range
        let sides = span.lowerBound < 0 && span.upperBound > 0 ? 2 : 1
        var step = Step.smallest(of: scale)
        while step.indices(covering: span).count - 1 > max(intervals, sides) {
            step = step.next(scale)
        }
        values = step.indices(covering: span).map { step.value($0) }
    }

    /// The position of a value between the lowest tick (0) and the highest (1).
    func fraction(_ value: Double) -> Double {
        min(max((value - low) / (high - low), 0), 1)
    }
}

/// The distance between two ticks: a whole number, or a fraction of one. Fractions are computed by
/// division, never by multiplication: the third tenth is 0.3 and not 0.30000000000000004.
private enum Step {
    case every(Double)
    case part(of: Double)

    private static let minutes: [Double] = [
        1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 7_200, 14_400,
    ]

    static func smallest(of scale: ValueAxis.Scale) -> Step {
        scale == .fraction ? .part(of: 1e10) : .every(1)
    }

    /// The next round step: after 1 comes 2, then 5, then 10.
    func next(_ scale: ValueAxis.Scale) -> Step {
        switch self {
        case .every(let step):
            if scale == .minutes, let longer = Self.minutes.first(where: { $0 > step }) {
                return .every(longer)
            }
            // Of minutes only whole days are left here, which go on as 1, 2, 5 times ten days.
            let unit = scale == .minutes ? 1_440.0 : 1.0
            return .every(Self.roundNumber(after: step / unit) * unit)
        case .part(of: let parts):
            let fewer = Self.roundNumber(under: parts)
            return fewer > 1 ? .part(of: fewer) : .every(1)
        }
    }

    private static func roundNumber(after step: Double) -> Double {
        var power = 1.0
        while power * 10 <= step { power *= 10 }
        return step < power * 2 ? power * 2 : step < power * 5 ? power * 5 : power * 10
    }

    private static func roundNumber(under parts: Double) -> Double {
        var power = 1.0
        while power * 10 < parts { power *= 10 }
        return parts > power * 5 ? power * 5 : parts > power * 2 ? power * 2 : power
    }

    func value(_ index: Double) -> Double {
        switch self {
        case .every(let step): index * step
        case .part(of: let parts): index / parts
        }
    }

    /// The indices of the ticks that cover a range. They are doubles, because a fine step has more
    /// ticks than anybody draws; only their count is used then.
    func indices(covering range: ClosedRange<Double>) -> Indices {
        let (low, high) =
            switch self {
            case .every(let step): (range.lowerBound / step, range.upperBound / step)
            case .part(of: let parts): (range.lowerBound * parts, range.upperBound * parts)
            }
        return Indices(first: low.rounded(.down), last: high.rounded(.up))
    }

    struct Indices {
        let first: Double
        let last: Double
        var count: Int { Int(exactly: last - first).map { $0 + 1 } ?? Int.max }
        func map(_ value: (Double) -> Double) -> [Double] {
            (0..<count).map { value(first + Double($0)) }
        }
    }
}
