/// Which of several cadences are due on a wall clock: each has its marks at the multiples of its
/// length since 1970, so that the marks of a quarter of an hour are marks of the minute too.
struct CadenceMarks: Sendable {
    private let lengths: [Int64]
    /// For each cadence the number of the last mark that was answered.
    private var answered: [Int64]

    /// Cadences and the wall clock in milliseconds; marks up to now count as answered.
    init(lengths: [Int64], at now: Int64) {
        self.lengths = lengths.map { max(1, $0) }
        answered = self.lengths.map { Self.mark($0, now) }
    }

    /// The indices of the cadences that have passed a mark since they were last due, in order; each
    /// once, however many marks a suspend or a clock set forward skipped. A clock set back makes
    /// nothing due: the marks are counted from there.
    mutating func due(at now: Int64) -> [Int] {
        var due: [Int] = []
        for (index, length) in lengths.enumerated() {
            let mark = Self.mark(length, now)
            if mark > answered[index] { due.append(index) }
            answered[index] = mark
        }
        return due
    }

    /// The next mark of a cadence: the smallest multiple of its length, at least 1, that is greater
    /// than the moment; all in milliseconds.
    static func next(of length: Int64, after now: Int64) -> Int64 {
        (mark(length, now) + 1) * length
    }

    /// The number of the last mark at or before a moment, rounded down before 1970 too.
    private static func mark(_ length: Int64, _ now: Int64) -> Int64 {
        now >= 0 ? now / length : (now + 1) / length - 1
    }
}
