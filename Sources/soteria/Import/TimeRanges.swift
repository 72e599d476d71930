/// Stretches of time in milliseconds since 1970, in any order until they are merged.
struct TimeRanges: Hashable {
    private(set) var all: [Range<Int64>] = []

    init(_ all: [Range<Int64>] = []) { self.all = all }

    mutating func add(_ range: Range<Int64>) {
        if !range.isEmpty { all.append(range) }
    }

    mutating func add(_ other: TimeRanges) { all += other.all }

    /// The same time in ascending ranges that do not touch.
    var merged: TimeRanges {
        var merged: [Range<Int64>] = []
        for range in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                let end = max(last.upperBound, range.upperBound)
                merged[merged.count - 1] = last.lowerBound..<end
            } else {
                merged.append(range)
            }
        }
        return TimeRanges(merged)
    }

    /// The time in both.
    func intersection(_ other: TimeRanges) -> TimeRanges {
        let (left, right) = (merged.all, other.merged.all)
        var common = TimeRanges()
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            common.add(left[i].clamped(to: right[j]))
            if left[i].upperBound < right[j].upperBound { i += 1 } else { j += 1 }
        }
        return common
    }
}
