/// Finds a time zone by its name, if there is one: a function from seconds since 1970 (UTC) to the
/// offset then, in seconds east of UTC. Constant names are looked up once, at compilation.
public typealias ZoneLookup = @Sendable (String) -> (@Sendable (Int64) -> Int32)?

/// Time zones as expressions name them: `UTC`, offsets such as `+02:00`, and injected names.
struct TimeZones: Sendable {
    let lookup: ZoneLookup

    /// Offsets by instant for a zone's name; nil if there is no such zone.
    func zone(_ name: String) -> (@Sendable (Int64) -> Int32)? {
        if name.isEmpty || name == "UTC" { return { _ in 0 } }
        if let offset = Self.fixedOffset(name) { return { _ in offset } }
        return lookup(name)
    }

    /// Seconds for `02:00`, `+02:00` or `-02:30`; nil for anything else.
    static func fixedOffset(_ text: String) -> Int32? {
        var scanner = DigitScanner(text)
        let isWest = scanner.skip("-")
        if !isWest { _ = scanner.skip("+") }
        guard let seconds = scanner.hoursAndMinutes(), scanner.isAtEnd else { return nil }
        return Int32(isWest ? -seconds : seconds)
    }
}
