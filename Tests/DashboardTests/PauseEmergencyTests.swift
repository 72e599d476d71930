import API
import Testing

@testable import Dashboard

/// The emergency way out on the page of a request.
@Suite struct PauseEmergencyTests {
    private static let left = UnblockAPI.Emergency(
        count: 2, per: .week, used: 1, waitSeconds: 900)

    private let site: Site

    init() throws { site = try Site.forTests() }

    /// A request about strict quiet hours.
    private func world(
        _ emergency: UnblockAPI.Emergency? = left, isEmergency: Bool? = nil, wait: Int? = nil
    ) -> PauseWorld {
        var world = PauseWorld()
        world.emergency = emergency
        world.targets.append(
            PauseWorld.target(
                "more", "More", until: "2026-11-22T07:00:00+01:00", strict: true))
        var request = PauseWorld.request(
            12, ["more"], intent: wait.map { _ in .init(purpose: .planned) }, wait: wait)
        request.emergency = isEmergency
        return world.asking(request)
    }

    @Test func itIsOfferedBelowTheRefusal() throws {
        let page = try site.look("pause/12", world().daemon)
        #expect(
            page.has(
                inOrder: "More: blocked by a strict rule until 07:00.",
                "In an emergency, you can still open the target, after a wait of 15 min. "
                    + "Emergencies used this week: 1 of 2.",
                #"href="/s-1/pause/12?purpose=planned&amp;emergency=1""#))
    }

    @Test func usedUpItTellsTheNextOne() throws {
        let used = UnblockAPI.Emergency(
            count: 1, per: .month, used: 1, next: "2026-12-01T00:00:00+01:00", waitSeconds: 900)
        let page = try site.look("pause/12", world(used).daemon)
        #expect(page.has("You have no emergencies left this month. The next one is possible from"))
        #expect(!page.has("purpose="))
        // The address of the form is no way around it; the daemon refuses what it posts.
        #expect(try site.look("pause/12", world(nil).daemon).has("purpose=") == false)
    }

    @Test func aStrictCheckInHasNone() throws {
        var world = PauseWorld().asking(PauseWorld.request(12, ["news"]))
        world.emergency = Self.left
        let page = try site.look("pause/12", world.daemon)
        #expect(page.has("blocked by a strict rule") && !page.has("emergency"))
    }

    @Test func theFormCarriesIt() throws {
        let page = try site.look("pause/12?purpose=planned&emergency=1", world().daemon)
        #expect(page.has(#"<input type="hidden" name="emergency" value="on">"#))
        #expect(page.has(#"href="/s-1/pause/12?purpose=impulse&amp;emergency=1""#))
        let usual = try site.look("pause/12?purpose=planned", world().daemon)
        #expect(!usual.has("/intent\""))
    }

    @Test func itsWaitIsShown() throws {
        let page = try site.look("pause/12", world(isEmergency: true, wait: 600).daemon)
        #expect(page.has("data-countdown=\"600\""))
    }
}
