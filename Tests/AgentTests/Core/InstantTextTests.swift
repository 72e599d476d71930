import API
import Testing

/// Instants as the socket writes them.
struct InstantTextTests {
    @Test(
        "Instants",
        arguments: [
            ("1970-01-01T00:00:00Z", 0, "00:00"),
            ("1970-01-01T01:00:00+01:00", 0, "01:00"),
            ("2026-11-21T22:30:00+01:00", 1_795_296_600, "22:30"),
            ("2026-11-21T16:30:00-05:00", 1_795_296_600, "16:30"),
            ("2024-02-29T12:00:00Z", 1_709_208_000, "12:00"),
            ("2000-03-01T00:00:00Z", 951_868_800, "00:00"),
            ("1969-12-31T23:59:59Z", -1, "23:59"),
            ("2026-11-21T22:30:00.250+01:00", 1_795_296_600, "22:30"),
        ])
    func instants(_ text: String, _ seconds: Int, _ time: String) {
        let instant = Moment(text)
        #expect(instant?.seconds == seconds)
        #expect(instant?.time == time)
    }

    @Test(
        "What is none",
        arguments: [
            "", "now", "2026-11-21", "2026-11-21T22:30:00", "2026-13-21T22:30:00Z",
            "2026-11-21T24:30:00Z", "2026-11-21T22:60:00Z", "2026-11-21 22:30:00Z",
            "2026-11-21T22:30:00+0100", "2026-11-21T22:30:00+01:0x", "2026-11-21T22:30:00 01:00",
            "2026-00-21T22:30:00Z", "2026-11-00T22:30:00Z", "２026-11-21T22:30:00Z",
            "2026-11-21T22:30:00.Zx", "20a6-11-21T22:30:00Z",
        ])
    func none(_ text: String) {
        #expect(Moment(text) == nil)
    }

    @Test("Days are counted like the proleptic Gregorian calendar's")
    func days() {
        // Every 400 years have 146,097 days.
        let first = Moment("1600-03-01T00:00:00Z")?.seconds
        let second = Moment("2000-03-01T00:00:00Z")?.seconds
        #expect(first.flatMap { first in second.map { $0 - first } } == 146_097 * 86400)
        #expect(
            Moment("2100-03-01T00:00:00Z")?.seconds
                == Moment("2100-02-28T00:00:00Z").map { $0.seconds + 86400 })
    }
}
