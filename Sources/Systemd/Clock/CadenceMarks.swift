/// The marks of several cadences on a wall clock, and which are due. Each cadence has its marks at
/// multiples of its length since 1970, so that marks of a quarter of an hour are also marks of the
/// minute.
struct CadenceMarks: Sendable {
    private let lengths: [Int64]
    /// The number of the last mark reported, for each cadence.
    private var answered: [Int64]

    /// Creates marks from cadences and the wall clock in milliseconds; marks up to now count as
    /// reported.
    init(lengths: [Int64], at now: Int64) {
        self.lengths = lengths.map { max(1, $0) }
        answered = self.lengths.map { Self.mark($0, now) }
    }

    /// Returns the indices of the cadences that passed a mark since they were last due, in order;
    /// each once, however many marks a suspend or a clock set forward skipped. After a clock set
    /// back nothing is due, and marks are counted from there.
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
