/// One of five steps of heat above zero. The steps divide the greatest count into fifths; if the
/// greatest count is small, some steps contain no whole number and do not occur.
struct HeatStep: Equatable {
    /// 1 to 5.
    let step: Int
    let counts: ClosedRange<Int>

    /// The step of a count: 0 for none, 5 for the greatest.
    static func of(_ count: Int, greatest: Int) -> Int {
        guard count > 0, greatest > 0 else { return 0 }
        // A fifth at a time, rounded up, without a product that could overflow.
        return (1...5).first { count <= upper($0, greatest) } ?? 5
    }

    /// The steps that occur, from the lowest.
    static func all(greatest: Int) -> [HeatStep] {
        guard greatest > 0 else { return [] }
        return (1...5).compactMap { step in
            let low = step == 1 ? 1 : upper(step - 1, greatest) + 1
            let high = upper(step, greatest)
            return low <= high ? HeatStep(step: step, counts: low...high) : nil
        }
    }

    /// The greatest count of a step: step × greatest / 5, rounded down.
    private static func upper(_ step: Int, _ greatest: Int) -> Int {
        let (fifth, rest) = greatest.quotientAndRemainder(dividingBy: 5)
        return fifth * step + rest * step / 5
    }

    /// The radius of the dot that shows a step if the number has no room; nil for zero.
    static func radius(of step: Int, in cell: Box) -> Double? {
        step > 0 ? min(cell.width, cell.height) * 0.42 * Double(step) / 5 : nil
    }
}
