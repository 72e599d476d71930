import API
import Engine
import RuleModel

/// Formats instants as the person's clock shows them: all in one zone, each with the zone's offset
/// at that instant.
package struct LocalClock: Sendable {
    package let zone: TimeZoneRules
    /// Replaces the zone's offsets, if given.
    private var fixedOffset: Int?

    package init(_ zone: TimeZoneRules) { self.zone = zone }

    /// The clock as of an event: this one, or one that always has the event's own offset if the
    /// person was in another zone then.
    package func asOf(_ event: Event) -> LocalClock {
        var clock = self
        if offset(at: event.at) != event.offset { clock.fixedOffset = event.offset }
        return clock
    }

    /// Seconds east of UTC at an instant.
    package func offset(at instant: Instant) -> Int { fixedOffset ?? zone.offset(at: instant) }

    /// RFC 3339, to the hundredth of a second, as on the socket and in the journal.
    package func text(_ instant: Instant) -> String {
        let told = instant.rounded(to: TimeSpan(milliseconds: 10))
        return LocalTime.rfc3339(told, offset: offset(at: told))
    }

    /// RFC 3339; nil if there is no instant.
    package func text(_ instant: Instant?) -> String? { instant.map { text($0) } }

    /// The moment of an instant as it is sent on the socket.
    package func moment(_ instant: Instant) -> Moment {
        let told = instant.rounded(to: TimeSpan(milliseconds: 10))
        return Moment(seconds: Int(told.seconds), offset: offset(at: told))
    }

    /// `06:30`, with the date before it if it is a day away or more: `2026-12-24 06:30`.
    package func time(_ instant: Instant, now: Instant) -> String {
        let moment = moment(instant.rounded(to: .seconds(1)))
        let isNear = instant - now < .hours(24)
        return isNear ? moment.time : "\(moment.day.description) \(moment.time)"
    }
}

extension Engine {
    /// The person's clock: in the zone of the rules, or else in the machine's.
    package var localClock: LocalClock { LocalClock(localZone) }
}
