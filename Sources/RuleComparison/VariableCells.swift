import CEL

/// The values of one variable, cut into cells: within a cell every comparison with a constant has
/// one result.
struct VariableCells: Sendable {
    let name: String
    let scale: VariableScale
    /// Its cells in ascending order, without gaps.
    let cells: [Cell]
    /// True if one value of a cell decides for all of it.
    let isExact: Bool

    /// Some of the values, and the one of them that is looked at.
    struct Cell: Sendable {
        var range: ClosedRange<Int64>
        var sample: Int64
    }

    /// Nil if the variable's type has no values to choose from.
    init?(_ name: String, _ uses: [ConditionReading.Use]) {
        guard let type = uses.first?.type, uses.allSatisfy({ $0.type == type }) else { return nil }
        let constants = uses.flatMap(\.constants)
        var texts: [String] = []
        for case .string(let text) in constants.map(\.value) where !texts.contains(text) {
            texts.append(text)
        }
        guard let scale = VariableScale(name: name, type: type, texts: texts) else { return nil }
        self.name = name
        self.scale = scale
        let isComputedWith = uses.contains(where: \.isComputedWith)
        var starts: Set<Int64> = [scale.range.lowerBound]
        var isExact = true
        if case .text = scale.unit {
            // Texts have no order; one unnamed text represents all others, unless texts are
            // compared by order.
            isExact = !isComputedWith && constants.allSatisfy { $0.sides.count == 2 }
            starts.formUnion(scale.range)
        } else if scale.isShort && (isComputedWith || scale.range.count == 2) {
            starts.formUnion(scale.range)
        } else {
            for constant in constants {
                for side in constant.sides {
                    guard let cut = scale.first(side, constant.value) else {
                        isExact = false
                        continue
                    }
                    if scale.range.contains(cut) { starts.insert(cut) }
                }
            }
            if isComputedWith {
                isExact = false
                starts.formUnion(scale.probes.filter(scale.range.contains))
            }
        }
        // The moment is tied to the local time, of which nothing is known.
        if case .moment = scale.unit { isExact = false }
        self.isExact = isExact
        let sorted = starts.sorted()
        cells = sorted.indices.map { index in
            let end = index + 1 < sorted.count ? sorted[index + 1] - 1 : scale.range.upperBound
            let range = sorted[index]...end
            return Cell(range: range, sample: scale.plainest(in: range))
        }
    }
}

extension VariableScale {
    /// Positions to try if it is not known which matter.
    var probes: [Int64] {
        switch unit {
        case .count: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100]
        case .thousandths: [1, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 10_000, 50_000]
        case .number: [0.1, 0.25, 0.5, 0.75, 1, 2, 3].map { Int64(bitPattern: $0.bitPattern) }
        case .span: [1, 5, 10, 15, 20, 30, 45, 60, 90, 120, 720, 1440, 10_080].map { $0 * 60_000 }
        // Every hour of a week of 2026.
        case .moment: (0..<168).map { 1_795_392_000_000 + $0 * 3_600_000 }
        case .text, .truth: []
        }
    }

    /// The plainest position in a range: a whole minute, few decimals.
    func plainest(in range: ClosedRange<Int64>) -> Int64 {
        switch unit {
        case .span:
            for step: Int64 in [3_600_000, 60_000, 1000] {
                let rounded = (range.lowerBound + step - 1) / step * step
                // The first whole minute rather than an hour far away.
                if range.contains(rounded),
                    rounded - range.lowerBound <= step / 2 || step < 3_600_000
                {
                    return rounded
                }
            }
            return range.lowerBound
        case .number:
            var power = 1.0
            for _ in 0..<12 {
                let low = Double(bitPattern: UInt64(bitPattern: range.lowerBound))
                // No more than four thousand billion: the numbers of a scale are small.
                let rounded =
                    Double(Int64(low * power) + (low * power > Double(Int64(low * power)) ? 1 : 0))
                    / power
                let position = Int64(bitPattern: rounded.bitPattern)
                if range.contains(position) { return position }
                power *= 10
            }
            return range.lowerBound
        default: return range.lowerBound
        }
    }
}
