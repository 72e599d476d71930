import Testing

@testable import Systemd

@Suite struct DurationMillisecondsTests {
    @Test(arguments: [
        (Duration.seconds(2), Int64(2000)), (.milliseconds(1), 1), (.microseconds(1999), 1),
        (.nanoseconds(1), 0), (.zero, 0), (.seconds(-1), 0), (.milliseconds(-1), 0),
        (.seconds(Int64.max), .max), (.seconds(Int64.min), 0),
    ])
    func countsWholeMilliseconds(duration: Duration, expected: Int64) {
        #expect(duration.wholeMilliseconds == expected)
    }
}
