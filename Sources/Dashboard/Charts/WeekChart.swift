/// Seven days as rows of 24 hours with the blocked times: quiet hours, or a simulated week.
struct WeekChart: Sendable {
    /// A blocked period within one day.
    struct Block: Sendable, Hashable {
        /// Minutes since midnight, clamped to 0 to 1440; a range over midnight is two days' blocks.
        let minutes: Range<Int>
        /// The schedule or target, counted from 1; it gives the block its colour and pattern.
        let schedule: Int
        let label: String

        init(minutes: Range<Int>, schedule: Int, label: String) {
            self.minutes = minutes.clamped(to: 0..<1440)
            self.schedule = max(schedule, 1)
            self.label = label
        }
    }

    struct Day: Sendable {
        let name: ChartLabel
        /// The blocked periods, in any order; overlapping ones are drawn below each other.
        let blocks: [Block]

        init(name: ChartLabel, blocks: [Block]) {
            self.name = name
            self.blocks = blocks.filter { !$0.minutes.isEmpty }
        }
    }

    struct Now: Sendable {
        /// The row of the present day, from 0.
        let day: Int
        /// Minutes since midnight.
        let minute: Int
        /// The name in the legend, "now, 14:30".
        let label: String

        init(day: Int, minute: Int, label: String) {
            self.day = day
            self.minute = min(max(minute, 0), 1440)
            self.label = label
        }
    }

    let caption: ChartCaption
    let days: [Day]
    /// The names in the legend of the schedules 1, 2 …
    let schedules: [String]
    let now: Now?
    /// The headings of the table: "Day", "Blocked", "Schedule".
    let heads: [String]
    /// Formats an hour from 0 to 24, for the axis.
    let hour: @Sendable (Int) -> String
    /// Formats a minute from 0 to 1440, for the table and the tips.
    let clock: @Sendable (Int) -> String

    /// The picture as HTML; the empty text if nothing is blocked on any day.
    var html: String {
        guard days.contains(where: { !$0.blocks.isEmpty }) else {
            return ChartFigure.empty(caption)
        }
        return ChartFigure.html(caption, tables: [table]) { drawing in
            draw(in: &drawing)
            var items = schedules.enumerated().map {
                Legend.Item(swatch: .area($0.offset), name: $0.element)
            }
            if let now, days.indices.contains(now.day) {
                items.append(Legend.Item(swatch: .now, name: now.label))
            }
            Legend(items: items).draw(in: &drawing)
        }
    }

    /// The times of a block, "22:30–24:00".
    func times(_ block: Block) -> String {
        "\(clock(block.minutes.lowerBound))–\(clock(block.minutes.upperBound))"
    }

    private var table: ChartTable {
        let rows = days.flatMap { day in
            guard !day.blocks.isEmpty else {
                return [(day.name.full, [ChartTable.unknown, ChartTable.unknown])]
            }
            return day.blocks.sorted { $0.minutes.lowerBound < $1.minutes.lowerBound }.map {
                (day.name.full, [times($0), $0.label])
            }
        }
        return ChartTable(heads: heads, rows: rows, isNumeric: false)
    }
}
