/// Seven days as rows of 24 hours with what is blocked in them: quiet hours, or a simulated week.
struct WeekChart: Sendable {
    /// A stretch of one day.
    struct Block: Sendable, Hashable {
        /// Minutes since midnight, 0 to 1440, what lies outside left out; a range over midnight is
        /// two blocks of two days.
        let minutes: Range<Int>
        /// Which schedule or target it belongs to, from 1: its colour and pattern.
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
        /// The blocked stretches, in any order; those that overlap are drawn under each other.
        let blocks: [Block]

        init(name: ChartLabel, blocks: [Block]) {
            self.name = name
            self.blocks = blocks.filter { !$0.minutes.isEmpty }
        }
    }

    struct Now: Sendable {
        /// The row it lies in, from 0.
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
    /// The heads of the table behind the picture: "Day", "Blocked", "Schedule".
    let heads: [String]
    /// Writes an hour from 0 to 24 on the axis.
    let hour: @Sendable (Int) -> String
    /// Writes a minute from 0 to 1440 in the table and the tips.
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

    /// When a block holds, "22:30–24:00".
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
