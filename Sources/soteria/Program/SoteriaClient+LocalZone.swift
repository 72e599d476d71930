import API
import RuleFiles
import RuleModel

extension SoteriaClient {
    /// The zone of the daemon's local times: that of the rules in force, else the machine's. If the
    /// daemon reports none, or one that is unknown here, the machine's zone as this process sees
    /// it. With other `rules`, the zone that they name, else that of the daemon's machine.
    func localZone(_ context: CommandContext, under rules: RuleSet? = nil) throws -> TimeZoneRules {
        if let zone = rules?.timeZone { return zone }
        let zones = ZoneSource(environment: context.environment)
        let clock = try call(DaemonAPI.GetStatus.self).clock
        let name = rules == nil ? clock.localTimeZone : clock.timeZone
        return name.flatMap { try? zones.zone(shownAs: $0).get() } ?? zones.local().zone
    }

    /// Converts a typed instant for the daemon; asks for its zone only if there are local parts.
    func rfc3339(_ typed: InstantArgument?, _ context: CommandContext) throws -> String? {
        guard let typed else { return nil }
        return try typed.exact ?? typed.rfc3339(in: localZone(context), now: context.now())
    }
}
