/// Seven days as rows of 24 hours with what is blocked in them: quiet hours, or a simulated week.
package struct WeekPicture: Sendable {
    /// A stretch of one day.
    package struct Block: Sendable, Hashable {
        /// Minutes since midnight, 0 to 1440; a range over midnight is two blocks of two days.
        package let minutes: Range<Int>
        /// Which schedule or target it belongs to, from 1: its colour and pattern.
        package let schedule: Int
        /// What stands in the block and in the table.
        package let label: String

        /// A stretch; what lies outside the day is left out.
        package init(minutes: Range<Int>, schedule: Int, label: String) {
            self.minutes = minutes.clamped(to: 0..<1440)
            self.schedule = max(schedule, 1)
            self.label = label
        }
    }

    /// A day and its stretches.
    package struct Day: Sendable {
        /// The day's name.
        package let name: ChartLabel
        /// What is blocked, in any order; stretches that overlap are drawn under each other.
        package let blocks: [Block]

        /// A day.
        package init(name: ChartLabel, blocks: [Block]) {
            self.name = name
            self.blocks = blocks.filter { !$0.minutes.isEmpty }
        }
    }

    /// The present moment.
    package struct Now: Sendable {
        /// The row it lies in, from 0.
        package let day: Int
        /// Minutes since midnight.
        package let minute: Int
        /// What it is called in the legend, "now, 14:30".
        package let label: String

        /// A moment.
        package init(day: Int, minute: Int, label: String) {
            self.day = day
            self.minute = min(max(minute, 0), 1440)
            self.label = label
        }
    }

    /// The heads of the table behind the picture.
    package struct Titles: Sendable {
        let day: String
        let times: String
        let label: String

        /// "Day", "Blocked", "Schedule".
        package init(day: String, times: String, label: String) {
            self.day = day
            self.times = times
            self.label = label
        }
    }

    let caption: ChartCaption
    let days: [Day]
    let schedules: [String]
    let now: Now?
    let titles: Titles
    let hour: @Sendable (Int) -> String
    let clock: @Sendable (Int) -> String

    /// A week. `schedules` are the names in the legend of the schedules 1, 2 …; `hour` writes an
    /// hour from 0 to 24 on the axis, `clock` a minute from 0 to 1440 in the table and the tips.
    package init(
        caption: ChartCaption, days: [Day], schedules: [String], now: Now?, titles: Titles,
        hour: @escaping @Sendable (Int) -> String, clock: @escaping @Sendable (Int) -> String
    ) {
        self.caption = caption
        self.days = days
        self.schedules = schedules
        self.now = now
        self.titles = titles
        self.hour = hour
        self.clock = clock
    }

    /// The picture as HTML; the empty text if nothing is blocked on any day.
    package var html: String {
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
        return ChartTable(
            heads: [titles.day, titles.times, titles.label], rows: rows, isNumeric: false)
    }
}
