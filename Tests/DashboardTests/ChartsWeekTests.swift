import SeededRandom
import Testing

@testable import Dashboard

/// Seven days and what is blocked in them.
@Suite struct ChartsWeekTests {
    typealias Block = WeekChart.Block

    func picture(
        _ blocks: [[Block]], now: WeekChart.Now? = nil, schedules: [String] = ["Nights", "Work"],
        hour: @escaping @Sendable (Int) -> String = { "\($0)" }
    ) -> WeekChart {
        WeekChart(
            caption: ChartTexts.caption(),
            days: blocks.enumerated().map {
                WeekChart.Day(
                    name: ChartTexts.days.labels[$0.offset % 7], blocks: $0.element)
            }, schedules: schedules, now: now,
            heads: ["Day", "Blocked", "Schedule"],
            hour: hour, clock: { "\($0 / 60):\($0 % 60)" })
    }

    let nights = (0..<7).map { _ in
        [
            Block(minutes: 1350..<1440, schedule: 1, label: "Nights"),
            Block(minutes: 0..<390, schedule: 1, label: "Nights"),
        ]
    }

    @Test func aWeekOfNightsIsDrawnAndTold() throws {
        let read = try ChartRules.check(picture(nights).html)
        #expect(read.tables[0].count == 15)
        #expect(read.tables[0][0] == ["Day", "Blocked", "Schedule"])
        #expect(read.tables[0][1] == ["Monday", "0:0–6:30", "Nights"])
        #expect(read.tables[0][2] == ["Monday", "22:30–24:0", "Nights"])
        for width in ChartWidth.allCases {
            #expect(try read.picture(width).with(class: "chart-track").count == 7)
            let tips = try read.picture(width).named("title").map(\.text)
            #expect(tips.filter { $0 == "Nights: Sunday 22:30–24:0" }.count == 1)
            let labels = try read.labels(width)
            #expect(labels.contains("Mon") && labels.contains("Sun") && labels.contains("0"))
            #expect(labels.contains("Work"))
        }
    }

    @Test func blocksLieAtTheirHours() throws {
        let read = try ChartRules.check(
            picture([[Block(minutes: 720..<1080, schedule: 1, label: "x")]], schedules: []).html)
        let track = try #require(try read.picture(.wide).with(class: "chart-track").first)
        let block = try #require(try read.picture(.wide).with(class: "chart-1").first)
        let (left, width) = (track.number("x") ?? 0, track.number("width") ?? 0)
        #expect(abs((block.number("x") ?? 0) - (left + width / 2)) < 0.02)
        #expect(abs((block.number("width") ?? 0) - width / 4) < 0.02)
    }

    @Test func namesStandInBlocksThatHaveRoom() throws {
        let read = try ChartRules.check(
            picture(nights + [[Block(minutes: 0..<1440, schedule: 2, label: "A whole day")]]).html)
        #expect(try read.labels(.wide, class: "chart-inside-1").count == 7)
        #expect(try read.labels(.narrow, class: "chart-inside-2") == ["A whole day"])
        // Under the name the second schedule's pattern is covered by the plain colour.
        let plain = try read.picture(.wide).with(class: "chart-2").filter {
            $0.children.isEmpty && $0.attributes["rx"] == "0"
        }
        #expect(plain.count == 1)
    }

    @Test func overlappingBlocksLieUnderEachOther() {
        let lanes = Lanes([
            Block(minutes: 600..<1020, schedule: 2, label: "b"),
            Block(minutes: 540..<720, schedule: 1, label: "a"),
            Block(minutes: 720..<800, schedule: 1, label: "c"),
            Block(minutes: 710..<730, schedule: 3, label: "d"),
        ])
        #expect(lanes.blocks.map(\.label) == ["a", "b", "d", "c"])
        #expect(lanes.lanes == [0, 1, 2, 0])
        #expect(lanes.count == 3)
        #expect(Lanes([]).count == 1)
    }

    @Test func lanesNeverHoldTwoBlocksAtOnce() {
        let seed = SeededGenerator.seed()
        var numbers = ChartNumbers(seed: seed)
        for _ in 0..<200 {
            let blocks = (0..<numbers.below(30)).map { _ in
                let start = numbers.below(1_400)
                return Block(
                    minutes: start..<(start + 1 + numbers.below(400)),
                    schedule: numbers.below(6), label: "")
            }
            let lanes = Lanes(blocks)
            for (index, block) in lanes.blocks.enumerated() {
                for other in 0..<index where lanes.lanes[other] == lanes.lanes[index] {
                    #expect(
                        !lanes.blocks[other].minutes.overlaps(block.minutes), "seed \(seed)")
                }
            }
            #expect(Set(lanes.lanes).count == (blocks.isEmpty ? 0 : lanes.count), "seed \(seed)")
        }
    }

    @Test func hoursHaveAsManyLabelsAsHaveRoom() throws {
        let hours: @Sendable (Int) -> String = { $0 < 12 ? "\($0) AM" : "\($0) PM" }
        let read = try ChartRules.check(picture(nights, hour: hours).html)
        let count = { (width: ChartWidth) in
            try read.labels(width).filter { $0.hasSuffix("M") }.count
        }
        #expect(try count(.wide) > count(.narrow))
        #expect(try count(.narrow) >= 3)
        let long = picture(nights, hour: { _ in String(repeating: "long ", count: 2_000) })
        try ChartRules.check(long.html)
    }

    @Test func thePresentMomentIsMarkedAndNamed() throws {
        let now = WeekChart.Now(day: 2, minute: 720, label: "now, 12:00")
        let read = try ChartRules.check(picture(nights, now: now).html)
        for width in ChartWidth.allCases {
            // One in its row, one in the legend.
            #expect(try read.picture(width).with(class: "chart-now").count == 2)
            #expect(try read.labels(width).contains("now, 12:00"))
        }
        let elsewhere = WeekChart.Now(day: 9, minute: 99_999, label: "never")
        let without = try ChartRules.check(picture(nights, now: elsewhere).html)
        #expect(try without.picture(.wide).with(class: "chart-now").isEmpty)
    }

    @Test func whatIsOutsideADayIsLeftOut() throws {
        #expect(Block(minutes: -60..<60, schedule: 0, label: "").minutes == 0..<60)
        #expect(Block(minutes: 1430..<2000, schedule: 0, label: "").minutes == 1430..<1440)
        #expect(Block(minutes: 0..<1, schedule: -4, label: "").schedule == 1)
        let gone = [[Block(minutes: 1500..<1600, schedule: 1, label: "x")]]
        #expect(try ChartRules.check(picture(gone).html).isEmpty)
    }

    @Test func aDayWithoutBlocksIsARowAllTheSame() throws {
        let read = try ChartRules.check(picture([nights[0], []]).html)
        #expect(read.tables[0].last == ["Tuesday", "–", "–"])
        #expect(try read.picture(.narrow).with(class: "chart-track").count == 2)
    }

    @Test func noBlocksAreSaidInWords() throws {
        #expect(try ChartRules.check(picture([]).html).isEmpty)
        #expect(try ChartRules.check(picture([[], []]).html).isEmpty)
    }
}
