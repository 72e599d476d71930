import Systemd

/// The state of a unit in the service manager.
struct UnitState: Sendable, Hashable {
    private static let root = "/org/freedesktop/systemd1/unit/"

    /// The unit's primary name.
    var name: String
    /// `active`, `activating`, `deactivating`, `reloading`, `inactive`, `failed`, `maintenance`.
    var activity: String

    /// Whether the unit has processes, or may: true unless it is inactive or failed.
    var isRunning: Bool { activity != "inactive" && activity != "failed" }

    /// The object path of a unit, sd_bus_path_encode(3); the inverse of `name(ofPath:)`.
    static func path(of name: String) -> String {
        var path = root
        for (index, byte) in name.utf8.enumerated() {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            if isLetter || isDigit && index > 0 {
                path.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                path += (byte < 16 ? "_0" : "_") + String(byte, radix: 16)
            }
        }
        return path
    }

    /// The name of the unit with this object path: `app_2dx_2escope` is `app-x.scope`. Nil if the
    /// path is no unit's.
    static func name(ofPath path: String) -> String? {
        guard path.hasPrefix(root) else { return nil }
        let bytes = Array(path.utf8.dropFirst(root.utf8.count))
        var name: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "_") else {
                name.append(bytes[index])
                index += 1
                continue
            }
            guard index + 2 < bytes.count,
                let byte = UInt8(
                    String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            else { return nil }
            name.append(byte)
            index += 3
        }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    /// Whether a unit of this name can belong to an app: scopes and services.
    static func canBeApp(_ name: String) -> Bool {
        name.hasSuffix(".scope") || name.hasSuffix(".service")
    }
}

extension UnitState {
    /// Reads a row of `ListUnits` (`ssssssouso`); nil if the row has another type.
    init?(listed row: BusValue) {
        guard let fields = row.elements, fields.count == 10, let name = fields[0].text,
            let activity = fields[3].text
        else { return nil }
        self.init(name: name, activity: activity)
    }
}
