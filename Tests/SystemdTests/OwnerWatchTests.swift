import TestBus
import Testing

@testable import Systemd

@Suite struct OwnerWatchTests {
    @Test func leavesOutWhatTheAnswerHolds() async {
        let owners = Mailbox<String?>()
        let watch = OwnerWatch { owners.post($0) }
        watch.hasChanged(to: ":1.1")
        watch.hasChanged(to: nil)
        watch.begin(with: nil)
        watch.hasChanged(to: ":1.2")
        #expect(await owners.rest() == [nil, ":1.2"])
    }
}
