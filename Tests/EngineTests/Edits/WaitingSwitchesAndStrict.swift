import Engine
import RuleModel
import Testing

/// A pending switch-off does not take effect while a strict restriction holds, even if the daemon
/// or the machine restarts in the middle. Found by a simulated year.
@Suite("Switching off does not come through under what is strict")
struct WaitingSwitchesAndStrict {
    @Test(arguments: ["restart", "crash", "reboot", "sleep"], [true, false])
    func comesBack(how: String, isThereWhenItBegins: Bool) throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isStrict: true)
        var machine = try Machine(
            at: "2026-11-18T22:20:00Z", zone: "UTC", rules: waiting([nights], .hours(25)))
        machine.send(.switch(.target("shopping"), isOn: false))
        // The delay is over at 23:20, in the middle of the next night.
        try machine.advance(
            to: isThereWhenItBegins ? "2026-11-19T23:50:00Z" : "2026-11-19T22:20:00Z")
        switch how {
        case "restart": machine.restart(after: .hours(2))
        case "crash": machine.crash(away: .hours(2))
        case "reboot": machine.reboot(away: .hours(2))
        default: machine.sleep(.hours(2))
        }
        #expect(machine.isBlocked("shopping") && machine.pending.count == 1)
        #expect(machine.engine.state.switches.isEmpty)
        try machine.advance(to: "2026-11-20T06:31:00Z")
        #expect(machine.pending.isEmpty)
        #expect(machine.engine.state.switches[.target("shopping")]?.isOn == false)
    }
}
