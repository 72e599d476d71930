import API
import Varlink

struct RecordView {
    let facts: [LabelledValue]
    let incidents: [IncidentRow]
    let groups: [Group]
    let through: String
    let throughError: String?
    let events: [RecordRow]
    let older: String?
    let verification: Verification?

    struct Group {
        let label: String
        let options: [FormChoice]
    }

    init(
        _ status: DaemonAPI.GetStatus.Reply, _ events: [DaemonAPI.Event], _ listing: EventFilter,
        _ verification: Verification?, _ environment: PageEnvironment
    ) {
        let texts = environment.texts
        let now = Moment(status.now) ?? Moment(seconds: 0, offset: 0)
        facts = Self.facts(status, now, environment)
        incidents = status.incidents.map { IncidentRow($0, now, environment) }
        groups = EventKinds.groups.map { group in
            Group(
                label: texts("record.group.\(group.key)"),
                options: group.value.map { kind in
                    FormChoice(
                        value: kind, label: texts("record.kind.\(kind)"),
                        isChosen: kind == listing.kind)
                })
        }
        through = listing.through?.description ?? ""
        throughError = listing.isBadDay ? texts("record.badDay") : nil
        self.events = events.prefix(RecordRoutes.pageSize).map { RecordRow($0, now, environment) }
        older =
            events.count > RecordRoutes.pageSize
            ? Self.link(before: events[RecordRoutes.pageSize - 1], listing) : nil
        self.verification = verification
    }

    private static func facts(
        _ status: DaemonAPI.GetStatus.Reply, _ now: Moment, _ environment: PageEnvironment
    ) -> [LabelledValue] {
        let texts = environment.texts
        let formats = environment.formats
        var facts = [
            LabelledValue(
                label: texts("record.events"), value: formats.number(status.store.events)),
            LabelledValue(label: texts("record.path"), value: status.store.path),
        ]
        if let head = status.store.head {
            facts.append(
                LabelledValue(
                    label: texts("record.head"),
                    value: "\(formats.number(head.sequence)) · \(head.hash.prefix(16))…"))
        }
        if let retention = status.store.retention {
            facts.append(
                LabelledValue(
                    label: texts("record.kept"),
                    value: formats.length(seconds: retention.keepSeconds)))
        }
        facts.append(
            LabelledValue(
                label: texts("record.forget"), value: "soteria events forget --before DATE"))
        facts.append(
            LabelledValue(
                label: texts("record.running"),
                value: texts(
                    "record.since", ["time": formats.moment(status.startedAt, now: now)])))
        return facts
    }

    /// The query for older events; only the sign of an offset needs encoding.
    private static func link(before event: DaemonAPI.Event, _ listing: EventFilter) -> String {
        let kind = listing.kind.map { "&kind=\($0)" } ?? ""
        let at = event.at.replacing("+", with: "%2B")
        return "before=\(at)&below=\(event.sequence)\(kind)"
    }
}

/// An incident that weakened the protection or its record.
struct IncidentRow {
    let time: String
    let text: String

    init(_ incident: DaemonAPI.Incident, _ now: Moment, _ environment: PageEnvironment) {
        let texts = environment.texts
        time = environment.formats.moment(incident.at, now: now)
        let length = incident.seconds.map { environment.formats.length(seconds: $0) }
        let what = (incident.names ?? incident.what).joined(separator: ", ")
        let kind =
            incident.kind == .clockJump
            ? (incident.seconds ?? 0) < 0 ? "clock_back" : "clock_forward"
            : incident.kind.rawValue
        let key = "record.incident.\(kind)"
        let detail = length ?? (what.isEmpty ? nil : what)
        text =
            detail.flatMap { detail in
                texts.text("\(key).detail") == nil
                    ? nil
                    : texts(
                        "\(key).detail",
                        [
                            "detail": detail, "from": incident.what.first ?? "",
                            "to": incident.what.last ?? "",
                        ])
            } ?? texts(key)
    }
}

struct RecordRow {
    let number: String
    let datetime: String
    let time: String
    let kind: String
    let members: [LabelledValue]

    init(_ event: DaemonAPI.Event, _ now: Moment, _ environment: PageEnvironment) {
        number = environment.formats.number(event.sequence)
        datetime = event.at
        time = environment.formats.moment(event.at, now: now)
        kind = environment.texts.text("record.kind.\(event.kind)") ?? event.kind
        members = event.fact.members.map { member in
            LabelledValue(label: member.name, value: member.value.stringValue ?? member.value.text)
        }
    }
}
