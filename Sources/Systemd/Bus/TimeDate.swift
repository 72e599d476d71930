/// The clock as systemd-timedated knows it (org.freedesktop.timedate1(5)): the one way to ask from
/// inside a sandbox, where adjtimex(2) is refused.
package enum TimeDate {
    /// Whether the wall clock is synchronised to the network's time, on a system-bus connection of
    /// its own; nil when nobody could say: no bus, no such service, no answer in time.
    ///
    /// Runs where its caller does: a task on the global executor would start libdispatch's monitor
    /// of worker threads, which wakes up every second from then on.
    package nonisolated(nonsending) static func isSynchronized(
        timeLimit: Duration = .seconds(2)
    ) async -> Bool? {
        guard let bus = try? Bus.system() else { return nil }
        let answer = await isSynchronized(on: bus, timeLimit: timeLimit)
        await bus.close()
        return answer
    }

    /// The same, asked on a connection to the bus where the service is: the property
    /// `NTPSynchronized`.
    package nonisolated(nonsending) static func isSynchronized(
        on bus: Bus, timeLimit: Duration = .seconds(2)
    ) async -> Bool? {
        let value = try? await bus.property(
            destination: "org.freedesktop.timedate1", path: "/org/freedesktop/timedate1",
            interface: "org.freedesktop.timedate1", name: "NTPSynchronized", timeLimit: timeLimit)
        return value?.flag
    }
}
