import API
import Engine

/// What belongs to some targets, in the pieces in which those who enforce are told: made one after
/// the other, so that a hundred thousand sites are never turned into messages at once.
struct PlacePieces: Sequence, IteratorProtocol {
    /// Places of one piece; also how many targets it is about.
    static let most = 1000
    /// What the names of one piece may take before the next begins, in bytes: a browser takes no
    /// message over 1 MiB, and escapes may double what is sent.
    static let mostBytes = 256 << 10

    private let targets: [Target]
    private let siteLimit: Int?
    /// The target that is told next, and how many of its places were told.
    private var index = 0
    private var told = 0
    private var hasBegun = false
    private var isOver = false

    /// Pieces about all of the targets, in their order; without the sites of those that have more
    /// than `siteLimit`.
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
        let isListed = siteLimit.map { target.sites.count <= $0 } ?? true
        let lists = [isListed ? target.sites : [], target.apps, target.executables]
        room.take(target)
        var parts: [[String]] = []
        var skipped = told
        for list in lists {
            let before = Swift.min(skipped, list.count)
            skipped -= before
            let part = room.take(list[before...])
            told += part.count
            parts.append(Array(part))
        }
        if told == lists.reduce(0, { $0 + $1.count }) {
            index += 1
            told = 0
        }
        return TargetsAPI.Places(
            target: target.key, name: target.name,
            enforcement: TargetsAPI.Enforcement(target.enforcement), kill: target.kill,
            sites: isListed ? parts[0] : nil, siteCount: target.sites.count, apps: parts[1],
            executables: parts[2])
    }

    /// What still goes into a piece.
    private struct Room {
        private var targets = PlacePieces.most
        private var places = PlacePieces.most
        private var bytes = PlacePieces.mostBytes

        var isFull: Bool { targets <= 0 || places <= 0 || bytes <= 0 }

        mutating func take(_ target: Target) {
            targets -= 1
            bytes -= target.key.utf8.count + target.name.utf8.count
        }

        /// The first of the names that there is room for.
        mutating func take(_ names: ArraySlice<String>) -> ArraySlice<String> {
            let first = names.startIndex
            var end = first
            while end < names.endIndex, places > 0, bytes > 0 {
                places -= 1
                bytes -= names[end].utf8.count
                end += 1
            }
            return names[first..<end]
        }
    }
}

extension TargetsAPI.Enforcement {
    /// The engine's value on the socket.
    init(_ enforcement: Target.Enforcement) {
        switch enforcement {
        case .freeze: self = .freeze
        case .stop: self = .stop
        case .notify: self = .notify
        }
    }
}
