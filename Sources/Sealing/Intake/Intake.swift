/// The chunks that count: a function of entries and files, in whatever order they came.
package struct Intake: Sendable {
    /// The outcome of each file of each log, in the order of places.
    package private(set) var outcomes: [DeviceID: [Outcome]] = [:]
    /// The chunks that were opened, by device, number and hash.
    package private(set) var chunks: [OpenedChunk] = []
    /// The last chunk of each device that counts, by device.
    package private(set) var heads: [Head] = []
    /// The devices that signed two chunks with one number.
    package private(set) var forkedDevices: Set<DeviceID> = []

    /// A chunk that counts, and its text.
    package struct OpenedChunk: Sendable {
        package let head: Head
        package let epoch: EpochID
        package let text: ChunkText
    }

    /// Takes in the files of each device's log, which are in the order of their places.
    package init(
        _ logs: [DeviceID: [[UInt8]]], membership: Membership, keyring: Keyring
    ) {
        var named = Set(membership.applied.flatMap(\.heads).map(\.hash))
        // Which chunks of members count depends on no other log: they name those of the others.
        let isMember = { membership.members[$0] != nil }
        let devices = logs.keys.sorted()
        for device in devices.filter(isMember) + devices.filter({ !isMember($0) }) {
            let files = logs[device] ?? []
            guard let keys = membership.known[device] else {
                outcomes[device] = files.map { _ in .waits(.entry) }
                continue
            }
            var log = ChunkLog(files, of: keys, in: membership.space)
            log.count(named: named, isMember: isMember(device))
            if log.isForked { forkedDevices.insert(device) }
            let opened = log.open(with: keyring)
            if isMember(device) { named.formUnion(opened.flatMap(\.text.heads).map(\.hash)) }
            chunks += opened
            outcomes[device] = log.outcomes
            if let head = log.head { heads.append(head) }
        }
        chunks.sort {
            ($0.head.device, $0.head.number, $0.head.hash)
                < ($1.head.device, $1.head.number, $1.head.hash)
        }
        heads.sort { $0.device < $1.device }
    }

    /// The facts of all chunks that count, each id once, by id.
    package var facts: [Fact] { chunks.flatMap(\.text.facts).distinct() }
}
