/// The clock by systemd-timedated (org.freedesktop.timedate1(5)): the only way to query it in a
/// sandbox, where adjtimex(2) is refused.
package enum TimeDate {
    /// Asks if the wall clock is synchronised to network time, on its own system-bus connection;
    /// nil if unknown: no bus, no such service, no answer in time.
    ///
    /// Runs on the caller's executor: a task on the global executor would start libdispatch's
    /// monitor of worker threads, which wakes up every second from then on.
    package nonisolated(nonsending) static func isSynchronized(
        timeLimit: Duration = .seconds(2)
    ) async -> Bool? {
        guard let bus = try? Bus.system() else { return nil }
        let answer = await isSynchronized(on: bus, timeLimit: timeLimit)
        await bus.close()
        return answer
    }

    /// Asks on a connection to the bus of the service: the property `NTPSynchronized`.
    package nonisolated(nonsending) static func isSynchronized(
        on bus: Bus, timeLimit: Duration = .seconds(2)
    ) async -> Bool? {
        let value = try? await bus.property(
            destination: "org.freedesktop.timedate1", path: "/org/freedesktop/timedate1",
            interface: "org.freedesktop.timedate1", name: "NTPSynchronized", timeLimit: timeLimit)
        return value?.flag
    }
}
