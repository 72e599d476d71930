import CEL

/// A set of local dates, in spans of days since 1970-01-01.
package struct Dates: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The spans, ascending; no two share a date.
    package let spans: [ClosedRange<Int>]

    package init(spans: some Sequence<ClosedRange<Int>>) {
        var joined: [ClosedRange<Int>] = []
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, span.lowerBound <= last.upperBound {
                joined[joined.count - 1] =
                    last.lowerBound...max(last.upperBound, span.upperBound)
            } else {
                joined.append(span)
            }
        }
        self.spans = joined
    }

    package init(_ days: some Sequence<Int>) { self.init(spans: days.map { $0...$0 }) }

    package init(arrayLiteral days: Int...) { self.init(days) }

    package var isEmpty: Bool { spans.isEmpty }

    /// The number of dates.
    package var count: Int { spans.reduce(0) { $0 + $1.count } }

    package func contains(_ day: Int) -> Bool { span(holding: day) != nil }

    /// The span that has a date; nil if none does.
    package func span(holding day: Int) -> ClosedRange<Int>? {
        let place = spans.prefixCount { $0.upperBound < day }
        return place < spans.count && spans[place].lowerBound <= day ? spans[place] : nil
    }

    /// The first date that is not before a day; nil if there is none.
    package func first(from day: Int) -> Int? {
        let place = spans.prefixCount { $0.upperBound < day }
        return place < spans.count ? max(day, spans[place].lowerBound) : nil
    }

    /// The spans as rule files write them: `2026-12-24`, `2026-12-24..2026-12-31`.
    package var texts: [String] {
        spans.map { span in
            let ends = [span.lowerBound, span.upperBound].map { CivilDate(daysSince1970: $0) }
            return span.count == 1 ? "\(ends[0])" : "\(ends[0])..\(ends[1])"
        }
    }
}
