import API
import Foundation

/// The record: its events, its gaps, and whether it is whole.
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
        let listing = EventQuery(context.request.query)
        var events: [DaemonAPI.Event] = []
        try context.daemon.follow(DaemonAPI.Events.self, listing.parameters) { reply in
            events += reply.events.filter { $0.sequence < listing.below }
            return events.count <= pageSize
        }
        let view = RecordView(status, events, listing, verification, context.environment)
        return context.show("record", title: context.texts("record.title"), view)
    }
}

/// Which events are asked for.
struct EventQuery {
    /// Only those of one kind; nil for all.
    var kind: String?
    /// Only those of a local day, `2026-11-21`, and before; nil for all.
    var through: CalendarDay?
    /// Whether the day that was given is none.
    var isBadDay = false
    /// Only those before this instant, and of a number below that one, where the page before
    /// ended: several events may share an instant.
    var before: String?
    var below = Int.max

    /// Reads a query; what makes no sense is left out.
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

    /// The parameters of the call: they ask for more than a page shows, so that it is known whether
    /// there is more to show, also where some share an instant with the page before.
    var parameters: DaemonAPI.Events.Parameters {
        // A day ends with the next one's midnight; UTC's is near enough for a place to begin.
        let end = through.map { "\(CalendarDay(number: $0.number + 1))T00:00:00Z" }
        return .init(
            to: before ?? end, kinds: kind.map { [$0] }, limit: RecordRoutes.pageSize * 4,
            newestFirst: true)
    }
}

/// The outcome of the walk along the chain of the record.
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
