import Systemd
import Testing

@testable import soteria_agent

struct PresenceTests {
    /// The machine has slept for 900 of its 1000 seconds.
    static let clocks = IdleClocks(
        boottime: .seconds(1000), monotonic: .seconds(100), wall: .seconds(1_700_000_000))

    struct Row: Sendable {
        var properties: [String: BusValue]
        var presence: Presence?
    }

    static let rows: [Row] = [
        Row(properties: [:], presence: nil),
        Row(properties: ["IdleHint": .string("yes")], presence: nil),
        Row(properties: ["IdleHint": .boolean(false)], presence: .present),
        Row(
            properties: ["IdleHint": .boolean(false), "LockedHint": .boolean(true)],
            presence: Presence(isIdle: false, isLocked: true)),
        Row(
            properties: ["IdleHint": .boolean(true), "Type": .string("wayland")],
            presence: Presence(isIdle: true, isLocked: false)),
        Row(
            properties: [
                "IdleHint": .boolean(true), "IdleSinceHintMonotonic": .unsigned(40_000_000),
                "IdleSinceHint": .unsigned(1),
            ], presence: Presence(isIdle: true, isLocked: false, idleSince: .seconds(940))),
        Row(
            properties: [
                "IdleHint": .boolean(true), "IdleSinceHintMonotonic": .unsigned(0),
                "IdleSinceHint": .unsigned(1_699_999_990_000_000),
            ], presence: Presence(isIdle: true, isLocked: false, idleSince: .seconds(990))),
        Row(
            // A hint of the future, as after a step of the clock.
            properties: [
                "IdleHint": .boolean(true), "IdleSinceHint": .unsigned(1_800_000_000_000_000),
            ], presence: Presence(isIdle: true, isLocked: false, idleSince: .seconds(1000))),
        Row(
            properties: ["IdleHint": .boolean(true), "IdleSinceHint": .unsigned(.max)],
            presence: Presence(isIdle: true, isLocked: false)),
        Row(
            properties: [
                "IdleHint": .boolean(false), "IdleSinceHintMonotonic": .unsigned(40_000_000),
            ], presence: .present),
        Row(
            properties: ["IdleHint": .boolean(true), "Type": .string("tty")], presence: nil),
        Row(
            properties: ["IdleHint": .boolean(false), "Type": .string("unspecified")],
            presence: nil),
    ]

    @Test(arguments: rows)
    func readsASession(row: Row) {
        #expect(Presence(row.properties, Self.clocks) == row.presence)
    }

    @Test func theMachinesClocksAreReadTogether() {
        let clocks = IdleClocks.now()
        #expect(clocks.boottime >= clocks.monotonic)
        #expect(clocks.wall > .seconds(1_000_000_000))
    }
}
