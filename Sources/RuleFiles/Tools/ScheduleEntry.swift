/// A schedule as the tools read and write it: `quiet_hours: {KEY: …}`.
///
/// It has the keys that the tools edit. Others stay in the file as they are, so a new rule key need
/// not be here.
package struct ScheduleEntry: Hashable, Sendable {
    package var key: String
    /// The name that people see; nil: its key.
    package var name: String?
    package var block: [String]
    package var ranges: [RangeEntry]
    /// The zone of its times, such as `Europe/London`; nil: that of the rules.
    package var timeZone: String?
    /// True if nothing can be unblocked while it runs; nil for the default, false.
    package var isStrict: Bool?
    /// True if it may run; nil for the default, true.
    package var isEnabled: Bool?

    package init(
        key: String, name: String? = nil, block: [String], ranges: [RangeEntry],
        timeZone: String? = nil, isStrict: Bool? = nil, isEnabled: Bool? = nil
    ) {
        self.key = key
        self.name = name
        self.block = block
        self.ranges = ranges
        self.timeZone = timeZone
        self.isStrict = isStrict
        self.isEnabled = isEnabled
    }
}

extension ScheduleEntry: ToolsEntry {
    static let section = ToolsSection.quietHours

    var parts: [(key: String, value: Literal?)] {
        [
            (QuietHoursFields.name.key, name.map { .text($0) }),
            (QuietHoursFields.block.key, .texts(block)),
            (QuietHoursFields.ranges.key, .list(ranges.map(\.literal))),
            (QuietHoursFields.zone.key, timeZone.map { .text($0) }),
            (CommonFields.enabled.key, isEnabled.map { .truth($0) }),
            (QuietHoursFields.strict.key, isStrict.map { .truth($0) }),
        ]
    }

    init(key: String, _ map: [Literal.Member]) {
        let ranges = map[QuietHoursFields.ranges.key]?.items ?? []
        self.init(
            key: key, name: map[QuietHoursFields.name.key]?.words,
            block: map[QuietHoursFields.block.key]?.texts ?? [],
            ranges: ranges.compactMap { $0.members.map(RangeEntry.init) },
            timeZone: map[QuietHoursFields.zone.key]?.words,
            isStrict: map[QuietHoursFields.strict.key]?.isTrue,
            isEnabled: map[CommonFields.enabled.key]?.isTrue)
    }
}
