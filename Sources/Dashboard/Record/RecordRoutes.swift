import API
import Foundation

/// The pages of the record: its events, its gaps, and its verification.
enum RecordRoutes {
    static let routes: [Route] = [
        Route(.get, "record") { context, _ in try page(context) },
        Route(.post, "record/verify") { context, _ in
            try page(context, verification: Verification(context.environment))
        },
    ]

    static let pageSize = 50

    private static func page(
        _ context: PageContext, verification: Verification? = nil
    ) throws -> PageResponse {
        let status = try context.daemon.call(DaemonAPI.GetStatus.self)
        let listing = EventFilter(context.request.query)
        var events: [DaemonAPI.Event] = []
        try context.daemon.follow(DaemonAPI.Events.self, listing.parameters) { reply in
            events += reply.events.filter { $0.sequence < listing.below }
            return events.count <= pageSize
        }
        let view = RecordView(status, events, listing, verification, context.environment)
        return context.show("record", title: context.texts("record.title"), view)
    }
}

struct EventFilter {
    /// The only kind to show; nil for all.
    var kind: String?
    /// The last local day to show, `2026-11-21`; nil for all.
    var through: CalendarDay?
    var isBadDay = false
    /// Only events before this instant, and with a lower number, are shown: several may share it.
    var before: String?
    var below = Int.max

    /// Reads a query; invalid parts are ignored.
    init(_ query: [String: String]) {
        kind = query["kind"].flatMap { EventKinds.all.contains($0) ? $0 : nil }
        if let day = query["through"], !day.isEmpty {
            through = CalendarDay(day)
            isBadDay = through == nil
        }
        if let last = query["before"].flatMap({ Moment($0) }),
            let number = query["below"].flatMap({ Int($0) })
        {
            before = last.later(by: 1).rfc3339
            below = number
        }
    }

    /// The parameters of the call. They ask for more events than a page shows, to find out if there
    /// are more, even if some share an instant with the previous page.
    var parameters: DaemonAPI.Events.Parameters {
        // A day ends with the next one's midnight; UTC's is near enough for a place to begin.
        let end = through.map { "\(CalendarDay(number: $0.number + 1))T00:00:00Z" }
        return .init(
            to: before ?? end, kinds: kind.map { [$0] }, limit: RecordRoutes.pageSize * 4,
            newestFirst: true)
    }
}

struct Verification {
    let heading: String
    let badge: String
    let lines: [String]

    init(_ environment: PageEnvironment) {
        let texts = environment.texts
        let result = environment.surroundings.runTool(["events", "verify"])
        lines = result.output.split(separator: "\n").map(String.init)
        switch result.status {
        case 0: (heading, badge) = (texts("record.whole"), "notice-info")
        case 1 where !lines.isEmpty: (heading, badge) = (texts("record.broken"), "notice-error")
        default: (heading, badge) = (texts("record.notVerified"), "notice-warning")
        }
    }
}
