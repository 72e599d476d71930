import API
import RuleModel

/// The places of some targets, cut into messages for the clients that enforce blocks. Messages are
/// made one at a time, so that a hundred thousand sites are never encoded at once.
struct PlacePieces: Sequence, IteratorProtocol {
    /// The most places, and the most targets, in one piece.
    static let most = 1000
    /// The most bytes of names in a piece: a browser accepts 1 MiB, and escapes may double a name.
    static let mostBytes = 256 << 10

    private let targets: [Target]
    private let siteLimit: Int?
    /// The time after which a person counts as away, for the first piece.
    private let awayAfter: TimeSpan
    /// The next target to send, and which of its places have been sent.
    private var index = 0
    private var progress = SendProgress()
    private var hasBegun = false
    private var isOver = false

    /// The number of places of each kind that have been sent of one target.
    private struct SendProgress {
        var sites = 0
        /// The next list, and the position in it.
        var list = 0
        var place = 0
        var exceptSites = 0
        var paths = 0
        var exceptPaths = 0
        var apps = 0
        var executables = 0
    }

    /// Creates pieces for all targets, in order. A target's sites are left out if there are more
    /// than `siteLimit`, or if one of its lists has domains that stand for their subdomains alone,
    /// which the name of a site cannot express.
    init(_ targets: [Target], siteLimit: Int?, awayAfter: TimeSpan) {
        self.targets = targets
        self.siteLimit = siteLimit
        self.awayAfter = awayAfter
    }

    mutating func next() -> TargetsAPI.Monitor.Reply? {
        guard !isOver else { return nil }
        var capacity = Capacity()
        var places: [TargetsAPI.Places] = []
        while index < targets.count, !capacity.isFull {
            places.append(part(of: targets[index], &capacity))
        }
        isOver = index == targets.count
        defer { hasBegun = true }
        return TargetsAPI.Monitor.Reply(
            begins: !hasBegun, places: places, complete: isOver,
            awayAfter: hasBegun ? nil : Int(awayAfter.seconds))
    }

    /// Returns as much of a target as fits; advances to the next target once all of it is sent.
    private mutating func part(of target: Target, _ capacity: inout Capacity) -> TargetsAPI.Places {
        let isListed =
            siteLimit.map { target.siteCount + target.exceptSites.count <= $0 } ?? true
            && !target.lists.contains(where: \.hasSubdomainsOnly)
        capacity.subtract(target)
        var sites: [String] = []
        var exceptSites: [String] = []
        if isListed {
            exceptSites = capacity.consume(target.exceptSites, from: &progress.exceptSites)
            sites = capacity.consume(target.sites, from: &progress.sites)
            while progress.list < target.lists.count, !capacity.isFull {
                appendEntry(of: target.lists[progress.list], to: &sites, &capacity)
            }
        }
        // Never left out: a path that is asked about must be one that the rules name.
        let exceptPaths = capacity.consume(
            target.exceptPaths.lazy.map(\.text), from: &progress.exceptPaths)
        let paths = capacity.consume(target.paths.lazy.map(\.text), from: &progress.paths)
        let apps = capacity.consume(target.apps, from: &progress.apps)
        let executables = capacity.consume(target.executables, from: &progress.executables)
        let isComplete =
            (!isListed
                || progress.exceptSites == target.exceptSites.count
                    && progress.sites == target.sites.count
                    && progress.list == target.lists.count)
            && progress.exceptPaths == target.exceptPaths.count
            && progress.paths == target.paths.count
            && progress.apps == target.apps.count
            && progress.executables == target.executables.count
        if isComplete {
            index += 1
            progress = SendProgress()
        }
        return TargetsAPI.Places(
            target: target.key, name: target.name,
            enforcement: TargetsAPI.Enforcement(target.enforcement), kill: target.kill,
            sites: isListed ? sites : nil, siteCount: target.siteCount, apps: apps,
            executables: executables, exceptSites: exceptSites.isEmpty ? nil : exceptSites,
            onThaw: TargetsAPI.ThawResponse(target.onThaw), paths: paths.isEmpty ? nil : paths,
            exceptPaths: exceptPaths.isEmpty ? nil : exceptPaths,
            everySite: target.hasEverySite ? true : nil)
    }

    /// Appends the next domain of a list to `sites`; advances to the next list at its end.
    private mutating func appendEntry(
        of list: SiteList, to sites: inout [String], _ capacity: inout Capacity
    ) {
        guard let (entry, next) = list.entry(at: progress.place) else {
            progress.list += 1
            progress.place = 0
            return
        }
        capacity.subtract(entry.name)
        sites.append(entry.name)
        progress.place = next
    }

    /// The space left in a piece.
    private struct Capacity {
        private var targets = PlacePieces.most
        private var places = PlacePieces.most
        private var bytes = PlacePieces.mostBytes

        var isFull: Bool { targets <= 0 || places <= 0 || bytes <= 0 }

        mutating func subtract(_ target: Target) {
            targets -= 1
            bytes -= target.key.utf8.count + target.name.utf8.count
        }

        mutating func subtract(_ name: String) {
            places -= 1
            bytes -= name.utf8.count
        }

        /// Returns the names from `position` on that fit, and advances `position` past them.
        mutating func consume<Names: RandomAccessCollection<String>>(
            _ names: Names, from position: inout Int
        ) -> [String] where Names.Index == Int {
            let first = position
            while position < names.count, places > 0, bytes > 0 {
                subtract(names[position])
                position += 1
            }
            return Array(names[first..<position])
        }
    }
}
