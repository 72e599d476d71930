import Foundation
import RuleModel

/// The system's own zone files, read once.
enum ZoneFiles {
    static let directory = "/usr/share/zoneinfo"
    static let areInstalled = FileManager.default.fileExists(atPath: directory + "/Europe/Berlin")
    /// The reason shown when a test that needs zone files is skipped.
    static let missing = "no zone files in /usr/share/zoneinfo"

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name)))
    }

    static func read(_ name: String) throws -> TimeZoneRules {
        if name == "UTC" { return .utc }
        return try TimeZoneRules(name: name, tzif: bytes(name))
    }
}

/// A zone by its name; a test stops where it cannot be read.
func zone(_ name: String) throws -> TimeZoneRules { try ZoneFiles.read(name) }

/// A zone file made by hand: version 2, 64-bit table, footer.
struct HandmadeZone {
    /// UTC second and index into `types`.
    var transitions: [(second: Int64, type: UInt8)] = []
    /// Seconds east of UTC.
    var types: [Int32] = [0]
    /// The POSIX rule between the two line feeds.
    var footer = ""

    var bytes: [UInt8] {
        var bytes = header(times: 0, types: 1)
        bytes += [UInt8](repeating: 0, count: 6) + [0]
        bytes += header(times: transitions.count, types: types.count)
        for transition in transitions { bytes += bigEndian(transition.second) }
        bytes += transitions.map(\.type)
        for type in types { bytes += bigEndian(type) + [0, 0] }
        return bytes + [0, 10] + Array(footer.utf8) + [10]
    }

    private func header(times: Int, types: Int) -> [UInt8] {
        let counts: [Int32] = [0, 0, 0, Int32(times), Int32(types), 1]
        return Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap(bigEndian)
    }

    private func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    func read() throws(ZoneFileError) -> TimeZoneRules {
        try TimeZoneRules(name: "Handmade", tzif: bytes)
    }
}
