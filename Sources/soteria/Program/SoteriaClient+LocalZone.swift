import API
import RuleFiles
import RuleModel

extension SoteriaClient {
    /// The zone in which the daemon tells local times: that of the rules in force, else the
    /// machine's. Where the daemon does not say it, or says one that nobody knows here, it is the
    /// machine's as this process sees it. Under other rules than those in force it is the zone that
    /// they name, else the daemon's machine's.
    func localZone(
        _ surroundings: Surroundings, under rules: RuleSet? = nil
    ) throws -> TimeZoneRules {
        if let zone = rules?.timeZone { return zone }
        let zones = ZoneSource(environment: surroundings.environment)
        let clock = try call(DaemonAPI.GetStatus.self).clock
        let name = rules == nil ? clock.localTimeZone : clock.timeZone
        return name.flatMap { try? zones.zone(named: $0).get() } ?? zones.local().zone
    }

    /// An instant that a person typed, as the daemon takes it. Only for local parts is the daemon
    /// asked which zone they are in.
    func rfc3339(_ typed: InstantArgument?, _ surroundings: Surroundings) throws -> String? {
        guard let typed else { return nil }
        if let exact = typed.exact { return exact }
        return typed.rfc3339(in: try localZone(surroundings), now: surroundings.now())
    }
}
