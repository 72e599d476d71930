import API
import Varlink

extension Example {
    static func quietHours() throws -> [Example] {
        let name = QuietHoursAPI.interface
        return try [
            Example(
                QuietHoursAPI.List.self, interface: name, parameters: [.init()],
                replies: [.init(schedules: [Sample.schedule]), .init(schedules: [])]),
            Example(
                QuietHoursAPI.SetEnabled.self, interface: name,
                parameters: [.init(schedule: "nights", enabled: false)],
                replies: [
                    .init(schedule: Sample.schedule, pendingUntil: Sample.later, recorded: false)
                ]),
            Example(
                QuietHoursAPI.Next.self, interface: name,
                parameters: [.init(schedule: "nights", count: 3), .init()],
                replies: [
                    .init(occurrences: [
                        .init(
                            schedule: "nights", name: "Nights", targets: ["shopping"],
                            start: Sample.now, end: Sample.later)
                    ]),
                    .init(occurrences: []),
                ]),
        ]
    }
}
