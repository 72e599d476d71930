import API
import RuleFiles
import RuleModel

extension SoteriaClient {
    /// The zone in which the daemon tells local times: that of the rules in force, else the
    /// machine's. Where the daemon does not say it, or says one that nobody knows here, it is the
    /// machine's as this process sees it.
    func localZone(_ surroundings: Surroundings) throws -> TimeZoneRules {
        let zones = ZoneSource(environment: surroundings.environment)
        let name = try call(DaemonAPI.GetStatus.self).clock.localTimeZone
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
