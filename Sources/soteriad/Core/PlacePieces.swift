import API
import RuleModel

/// The places of some targets, in the pieces in which those who enforce are told: made one after
/// the other, so that a hundred thousand sites are never turned into messages at once.
struct PlacePieces: Sequence, IteratorProtocol {
    /// Places of one piece; also how many targets it is about.
    static let most = 1000
    /// The room for the names of one piece before the next begins, in bytes: a browser takes no
    /// message over 1 MiB, and escapes may double what is sent.
    static let mostBytes = 256 << 10

    private let targets: [Target]
    private let siteLimit: Int?
    /// The target that is told next, and what of its places was told.
    private var index = 0
    private var told = Told()
    private var hasBegun = false
    private var isOver = false

    /// How far the places of a target were told.
    private struct Told {
        var sites = 0
        /// The list that comes next, and the place in it.
        var list = 0
        var place = 0
        var apps = 0
        var executables = 0
    }

    /// Pieces about all of the targets, in their order; without the sites of those that have more
    /// than `siteLimit`, or a list of which some domains stand for their subdomains alone: no name
    /// of a site says that.
    init(_ targets: [Target], siteLimit: Int?) {
        self.targets = targets
        self.siteLimit = siteLimit
    }

    mutating func next() -> TargetsAPI.Monitor.Reply? {
        guard !isOver else { return nil }
        var room = Room()
        var places: [TargetsAPI.Places] = []
        while index < targets.count, !room.isFull { places.append(part(of: targets[index], &room)) }
        isOver = index == targets.count
        defer { hasBegun = true }
        return TargetsAPI.Monitor.Reply(begins: !hasBegun, places: places, complete: isOver)
    }

    /// As much of a target as there is room for; moves on to the next where it is all told.
    private mutating func part(of target: Target, _ room: inout Room) -> TargetsAPI.Places {
        let isListed =
            siteLimit.map { target.siteCount <= $0 } ?? true
            && !target.lists.contains(where: \.hasSubdomainsOnly)
        room.take(target)
        var sites: [String] = []
        if isListed {
            sites = room.take(target.sites, from: &told.sites)
            while told.list < target.lists.count, !room.isFull {
                take(from: target.lists[told.list], into: &sites, &room)
            }
        }
        let apps = room.take(target.apps, from: &told.apps)
        let executables = room.take(target.executables, from: &told.executables)
        let isTold =
            (!isListed || told.sites == target.sites.count && told.list == target.lists.count)
            && told.apps == target.apps.count && told.executables == target.executables.count
        if isTold {
            index += 1
            told = Told()
        }
        return TargetsAPI.Places(
            target: target.key, name: target.name,
            enforcement: TargetsAPI.Enforcement(target.enforcement), kill: target.kill,
            sites: isListed ? sites : nil, siteCount: target.siteCount, apps: apps,
            executables: executables)
    }

    /// The next domain of a list; moves on to the next list where there is none.
    private mutating func take(
        from list: SiteList, into sites: inout [String], _ room: inout Room
    ) {
        guard let (entry, next) = list.entry(at: told.place) else {
            told.list += 1
            told.place = 0
            return
        }
        room.take(entry.name)
        sites.append(entry.name)
        told.place = next
    }

    /// The room that is left in a piece.
    private struct Room {
        private var targets = PlacePieces.most
        private var places = PlacePieces.most
        private var bytes = PlacePieces.mostBytes

        var isFull: Bool { targets <= 0 || places <= 0 || bytes <= 0 }

        mutating func take(_ target: Target) {
            targets -= 1
            bytes -= target.key.utf8.count + target.name.utf8.count
        }

        mutating func take(_ name: String) {
            places -= 1
            bytes -= name.utf8.count
        }

        /// The names from a place on that there is room for; moves the place on behind them.
        mutating func take(_ names: [String], from told: inout Int) -> [String] {
            let first = told
            while told < names.count, places > 0, bytes > 0 {
                take(names[told])
                told += 1
            }
            return Array(names[first..<told])
        }
    }
}
