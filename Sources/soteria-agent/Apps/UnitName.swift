/// Reads application ids from the names of units.
///
/// Desktop environments name the units of apps `app[-LAUNCHER]-ID-RANDOM.scope` and
/// `app[-LAUNCHER]-ID[@RANDOM].service` (systemd.io, "Desktop Environment Integration"), Snap uses
/// `snap.SNAP.APP-UUID.scope`, D-Bus brokers use `dbus-:1.2-NAME@0.service`. Dashes inside a part
/// should be written `\x2d`, but not all launchers do so: such a name has several readings, and all
/// are returned.
enum UnitName {
    /// The ids that a unit's name can mean, likelier ones first; nil if the unit is no app's, empty
    /// if its name says nothing about the app.
    static func applicationIDs(of name: String) -> [String]? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let stem = name[..<dot]
        switch name[dot...] {
        case ".scope": return scope(stem)
        case ".service": return service(stem)
        default: return nil
        }
    }

    /// The name of a scope for an app's processes, from which `applicationIDs` reads the id.
    static func scope(of id: String, number: Int32) -> String {
        "app-soteria-\(escaped(id))-\(number).scope"
    }

    /// The name of a service for an app, unlike all others of these numbers.
    static func service(of id: String, number: Int32, _ further: Int32) -> String {
        "app-\(escaped(id))@\(number).\(further).service"
    }

    /// Whether a unit is a scope that the agent made of running processes.
    static func isOwn(_ name: String) -> Bool { name.hasPrefix("app-soteria-") }

    private static func scope(_ stem: Substring) -> [String]? {
        if stem.hasPrefix("snap.") { return snap(stem) }
        // Units of systemd-run and of launchers without a convention: only their processes identify
        // the app.
        if stem.hasPrefix("run-") { return [] }
        guard let parts = parts(of: stem), parts.count >= 2 else { return nil }
        return readings(parts.dropLast())
    }

    private static func service(_ stem: Substring) -> [String]? {
        if stem.hasPrefix("snap.") { return snap(stem) }
        if stem.hasPrefix("dbus-") { return activated(stem) }
        guard let at = stem.firstIndex(of: "@") else {
            guard let parts = parts(of: stem) else { return nil }
            var found = readings(parts)
            // Some launchers write a dash, though the convention has an @ here.
            if parts.count >= 2, let last = parts.last, isRandom(last) {
                found = readings(parts.dropLast()) + found
            }
            return found.isEmpty ? nil : found
        }
        guard let parts = parts(of: stem[..<at]) else { return nil }
        return readings(parts)
    }

    /// The texts between the dashes after `app-`; nil without `app-` or with an empty part.
    private static func parts(of stem: Substring) -> [Substring]? {
        guard stem.hasPrefix("app-") else { return nil }
        let parts = stem.dropFirst(4).split(separator: "-", omittingEmptySubsequences: false)
        return parts.contains("") ? nil : parts
    }

    /// The readings with and without a launcher before the id; a dash inside counts as one that was
    /// not escaped.
    private static func readings(_ parts: some Collection<Substring>) -> [String] {
        var found: [String] = []
        if parts.count >= 2 { found.append(parts.dropFirst().joined(separator: "-")) }
        found.append(parts.joined(separator: "-"))
        return found.map(unescaped)
    }

    /// Snap names its desktop files `SNAP_APP`; the snap's name alone can mean its app of the same
    /// name.
    private static func snap(_ stem: Substring) -> [String]? {
        let text = unescaped(withoutUUID(stem.dropFirst(5)))
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        // A hook that Snap runs during an installation is no app.
        guard !parts[1].hasPrefix("hook.") else { return nil }
        // A snap may be installed several times: NAME_KEY.
        let snap = parts[0].split(separator: "_").first ?? parts[0]
        return ["\(snap)_\(parts[1])", String(snap)]
    }

    /// The text without `-UUID` or `.UUID` at its end.
    private static func withoutUUID(_ text: Substring) -> Substring {
        let uuid = text.suffix(36)
        let rest = text.dropLast(36)
        guard uuid.utf8.count == 36, let mark = rest.last, mark == "-" || mark == ".",
            uuid.utf8.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: "-") })
        else { return text }
        return rest.dropLast()
    }

    /// `dbus-UNIQUE-NAME@INSTANCE`: by the desktop entry specification, the bus name of an app
    /// started by D-Bus is its id.
    private static func activated(_ stem: Substring) -> [String]? {
        let rest = stem.dropFirst(5).prefix { $0 != "@" }
        guard rest.hasPrefix(":"), let dash = rest.firstIndex(of: "-") else { return nil }
        let name = unescaped(rest[rest.index(after: dash)...])
        return name.isEmpty ? nil : [name]
    }

    /// Whether a part looks random or counted: all digits, or eight or more hexadecimal ones.
    private static func isRandom(_ part: Substring) -> Bool {
        part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            || part.utf8.count >= 8 && part.utf8.allSatisfy(isHexadecimal)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        digit(byte) != nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }

    /// The text in the form of systemd-escape(1), which `unescaped` undoes.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII
                && (Character(scalar).isLetter || Character(scalar).isNumber
                    || "_.:".unicodeScalars.contains(scalar))
            if isPlain {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return result
    }

    /// Undoes systemd-escape(1): `\x2d` becomes a dash. Anything else stays as it is.
    static func unescaped(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\"), index + 3 < bytes.count,
                bytes[index + 1] == UInt8(ascii: "x"),
                let high = digit(bytes[index + 2]), let low = digit(bytes[index + 3])
            {
                result.append(high << 4 | low)
                index += 4
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
