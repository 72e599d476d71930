/// The application ids that the name of a unit can mean.
///
/// Desktop environments name the units of apps `app[-LAUNCHER]-ID-RANDOM.scope` and
/// `app[-LAUNCHER]-ID[@RANDOM].service` (systemd.io, "Desktop Environment Integration"), Snap its
/// own `snap.SNAP.APP-UUID.scope`, D-Bus brokers `dbus-:1.2-NAME@0.service`. Dashes inside a
/// part should be written `\x2d`, and not everybody does so: a name then has several readings, and
/// all of them are told.
enum UnitName {
    /// The ids that a unit's name can mean, likelier ones first; nil if it is no app's, empty if it
    /// is that of an app's scope and says nothing of the app.
    static func applicationIDs(of name: String) -> [String]? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let stem = name[..<dot]
        switch name[dot...] {
        case ".scope": return scope(stem)
        case ".service": return service(stem)
        default: return nil
        }
    }

    private static func scope(_ stem: Substring) -> [String]? {
        if stem.hasPrefix("snap.") { return snap(stem) }
        // Units of systemd-run and of launchers that know no convention: only their processes tell.
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
            // Written so by some launchers, though the convention puts an @ there.
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

    /// With a launcher before the id, and without; a dash inside counts as one that was not
    /// escaped.
    private static func readings(_ parts: some Collection<Substring>) -> [String] {
        var found: [String] = []
        if parts.count >= 2 { found.append(parts.dropFirst().joined(separator: "-")) }
        found.append(parts.joined(separator: "-"))
        return found.map(unescaped)
    }

    /// Snap's desktop files are called `SNAP_APP`, and the app that is called as its snap may be
    /// meant by that name alone.
    private static func snap(_ stem: Substring) -> [String]? {
        let text = unescaped(withoutUUID(stem.dropFirst(5)))
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        // A hook that Snap itself runs when it installs something is no app.
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

    /// `dbus-UNIQUE-NAME@INSTANCE`: the bus name is the app's id, as the desktop entry
    /// specification has it for apps that D-Bus starts.
    private static func activated(_ stem: Substring) -> [String]? {
        let rest = stem.dropFirst(5).prefix { $0 != "@" }
        guard rest.hasPrefix(":"), let dash = rest.firstIndex(of: "-") else { return nil }
        let name = unescaped(rest[rest.index(after: dash)...])
        return name.isEmpty ? nil : [name]
    }

    /// Whether a part looks drawn by lot or counted: all digits, or eight hexadecimal ones or more.
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

    /// Undoes systemd-escape(1): `\x2d` is a dash. What is no such sequence stays as it is.
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
