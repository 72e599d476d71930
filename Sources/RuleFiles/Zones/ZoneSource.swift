import CEL
import RuleModel
import Synchronization

/// The machine's time zones: TZif files by name, and the zone that its clock shows.
package struct ZoneSource: Hashable, Sendable {
    private let directory: String
    private let localtime: String
    private let tz: String?
    /// The zone used in place of an unavailable one; nil for none.
    private var standIn: TimeZoneRules?

    /// The system's: `$TZDIR` or `/usr/share/zoneinfo`, `$TZ` or `/etc/localtime`.
    package init(environment: [String: String]) {
        let directory = environment["TZDIR"] ?? ""
        self.init(
            directory: directory.hasPrefix("/") ? directory : "/usr/share/zoneinfo",
            localtime: "/etc/localtime", tz: environment["TZ"])
    }

    /// Zone files below `directory`, the local zone's file or link at `localtime`; `tz` comes
    /// before it, with the meaning of `$TZ` (tzset(3)).
    package init(directory: String, localtime: String, tz: String? = nil) {
        self.directory = directory
        self.localtime = localtime
        self.tz = tz
    }

    /// The same source, with `zone` in place of every unavailable zone.
    package func standingIn(_ zone: TimeZoneRules) -> ZoneSource {
        var source = self
        source.standIn = zone
        return source
    }

    private static let sizeLimit = 1 << 20

    /// The zone of a name such as `Europe/Berlin`.
    ///
    /// Fails if the name is not in the database (`isAbsent`) or its file is damaged. Reads the
    /// file each time.
    package func zone(named name: String) -> Result<TimeZoneRules, ReadFault> {
        guard Self.isName(name) else {
            return .failure(Self.unknown(name))
        }
        let found = read("\(directory)/\(name)", as: name)
        if case .failure = found, let standIn { return .success(standIn) }
        return found
    }

    /// The zone of a name that `local()` gave: one of the database, the copied file, else a POSIX
    /// rule.
    package func zone(shownAs name: String) -> Result<TimeZoneRules, ReadFault> {
        if name == TimeZoneRules.copiedFile { return read(localtime, as: nil) }
        if name.hasPrefix(TimeZoneRules.copiedFile + "-") {
            let copied = read(localtime, as: nil)
            guard case .success(let zone) = copied, zone.name != name else { return copied }
            return .failure(Self.unknown(name))
        }
        let found = zone(named: name)
        guard case .failure(let fault) = found, fault.isAbsent,
            let zone = TimeZoneRules(posix: name)
        else { return found }
        return .success(zone)
    }

    /// Reads a zone's file; without a name, the zone is named after what the file says.
    private func read(_ path: String, as given: String?) -> Result<TimeZoneRules, ReadFault> {
        let name = given ?? TimeZoneRules.copiedFile
        switch FileReader.bytes(of: path, limit: Self.sizeLimit) {
        case .failure(let fault) where fault.isAbsent || FileReader.isDirectory(path):
            return .failure(Self.unknown(name))
        case .failure(let fault):
            return .failure(
                ReadFault(
                    message: "the time zone \"\(name)\" cannot be read: \(path): \(fault.message)"))
        case .success(let bytes):
            do {
                return .success(
                    try TimeZoneRules(name: given ?? Self.copiedFile(bytes), tzif: bytes))
            } catch {
                return .failure(
                    ReadFault(
                        message: "the file for the time zone \"\(name)\" is damaged: \(error)"))
            }
        }
    }

    /// The name of a zone whose file is not in the database: `localtime-3f09ac`. Files that say
    /// different things have different names.
    private static func copiedFile(_ bytes: [UInt8]) -> String {
        "\(TimeZoneRules.copiedFile)-\(ListDigest.hex(of: bytes).prefix(6))"
    }

    private static func unknown(_ name: String) -> ReadFault {
        ReadFault(message: "there is no time zone \"\(name)\"", isAbsent: true)
    }

    /// Letters, digits, `_`, `+`, `-` between single slashes: nothing that leaves the directory.
    private static func isName(_ name: String) -> Bool {
        name.utf8.count <= 100
            && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { $0.isWord || "+-".utf8.contains($0) }
            }
    }

    /// Every name of the database, for suggestions.
    func names() -> [String] {
        var names: [String] = []
        var open = [""]
        while let prefix = open.popLast(), names.count < 2000 {
            guard case .success(let entries) = FileReader.names(in: "\(directory)/\(prefix)")
            else {
                continue
            }
            for entry in entries where entry.first?.isUppercase == true && Self.isName(entry) {
                let path = "\(directory)/\(prefix)\(entry)"
                if FileReader.isDirectory(path) {
                    // The database is two deep at most (America/Argentina/…).
                    if prefix.split(separator: "/").count < 2 { open.append("\(prefix)\(entry)/") }
                } else {
                    names.append("\(prefix)\(entry)")
                }
            }
        }
        return names.sorted()
    }

    /// The zone of the machine's clock; UTC, with the reason, if it cannot be read.
    ///
    /// The name comes from `$TZ` or from the link's target; a copied file is named `localtime` and
    /// after what it says.
    package func local() -> LocalZone {
        let outcome: Result<TimeZoneRules, ReadFault>
        let origin: String
        if let tz {
            let name = tz.hasPrefix(":") ? String(tz.dropFirst()) : tz
            origin = "$TZ is \"\(tz)\""
            if name.isEmpty { return LocalZone(zone: .utc, issue: nil) }
            outcome =
                name.hasPrefix("/") ? read(name, as: Self.name(ofPath: name)) : zone(shownAs: name)
        } else {
            let target = FileReader.linkTarget(of: localtime)
            origin = target.map { "\(localtime) is a link to \($0)" } ?? localtime
            outcome = read(localtime, as: target.flatMap(Self.name(ofPath:)))
        }
        switch outcome {
        case .success(let zone): return LocalZone(zone: zone, issue: nil)
        case .failure(let problem):
            let reason = problem.isAbsent ? "there is no such file" : problem.message
            return LocalZone(
                zone: .utc, issue: "\(origin): \(reason); Soteria uses UTC for local times")
        }
    }

    /// `Europe/Berlin` of `/usr/share/zoneinfo/Europe/Berlin`, with `posix/` and `right/` left out;
    /// nil for a file that is not in a database.
    private static func name(ofPath path: String) -> String? {
        guard let root = path.firstRange(of: "zoneinfo/") else { return nil }
        var name = path[root.upperBound...]
        for prefix in ["posix/", "right/"] where name.hasPrefix(prefix) {
            name = name.dropFirst(prefix.count)
        }
        return isName(String(name)) ? String(name) : nil
    }

    /// Zones for conditions such as `now.getHours("Europe/Berlin")`; each file is read once.
    package var lookup: ZoneLookup { ZoneCache(self).lookup }
}

/// The machine's zone, or its replacement.
package struct LocalZone: Hashable, Sendable {
    package var zone: TimeZoneRules
    /// The reason why it is not the machine's own zone, in a sentence; nil if it is.
    package var issue: String?
}

/// A cache of the zones of one load, each read once.
package final class ZoneCache: Sendable {
    let source: ZoneSource
    private let zones = Mutex<[String: Result<TimeZoneRules, ReadFault>]>([:])

    package init(_ source: ZoneSource) { self.source = source }

    /// The zone of a name; see `ZoneSource.zone(named:)`.
    func zone(named name: String) -> Result<TimeZoneRules, ReadFault> {
        zones.withLock { zones in
            if let known = zones[name] { return known }
            let zone = source.zone(named: name)
            // A condition may compute names: they must not fill the memory.
            if zones.count < 1000 { zones[name] = zone }
            return zone
        }
    }

    /// The zones as conditions look them up.
    package var lookup: ZoneLookup {
        { name in
            guard case .success(let zone) = self.zone(named: name) else { return nil }
            return { Int32(clamping: zone.offset(at: Instant(seconds: $0))) }
        }
    }
}
