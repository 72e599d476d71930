/// The chunks of one device's log, and which of them count.
struct ChunkLog {
    /// The outcome of each file.
    private(set) var outcomes: [Outcome]
    /// The chunks that count, by number and hash, each with the index of its file.
    private(set) var counted: [(chunk: Chunk, index: Int)] = []

    /// All chunks whose signature and header hold, each once, by number and hash.
    private let chunks: [(chunk: Chunk, index: Int)]

    /// Reads the files of a device with these keys, in the order of their places. Each chunk waits
    /// until `count` is called.
    init(_ files: [[UInt8]], of device: PublicKeys, in space: SpaceID) {
        var outcomes = [Outcome](repeating: .notReached, count: files.count)
        var chunks: [(chunk: Chunk, index: Int)] = []
        var seen: Set<ContentHash> = []
        for (index, file) in files.enumerated() {
            do throws(Refusal) {
                let chunk = try Chunk(file, in: space, of: device)
                let isNew = seen.insert(chunk.hash).inserted
                outcomes[index] = isNew ? .waits(.head) : .again
                if isNew { chunks.append((chunk, index)) }
            } catch {
                outcomes[index] = .refused(error)
                if error == .newer { break }
            }
        }
        self.outcomes = outcomes
        self.chunks = chunks.sorted {
            ($0.chunk.header.number, $0.chunk.hash) < ($1.chunk.header.number, $1.chunk.hash)
        }
    }

    /// Counts the chunks that follow each other from the lowest on; of a device that is no member
    /// those alone that are on the way back from a head that is named.
    mutating func count(named: Set<ContentHash>, isMember: Bool) {
        let vouched = isMember ? nil : wayBack(from: named)
        let candidates = chunks.filter { vouched?.contains($0.chunk.hash) ?? true }
        let lowest = candidates.first?.chunk.header.number
        var hashes: [Int64: Set<ContentHash>] = [:]
        for (chunk, index) in candidates {
            let header = chunk.header
            let follows = hashes[header.number - 1]?.contains(header.before) ?? false
            guard header.number == lowest || follows else {
                outcomes[index] = .waits(.chunkBefore)
                continue
            }
            outcomes[index] = hashes[header.number] == nil ? .taken : .fork
            hashes[header.number, default: []].insert(chunk.hash)
            counted.append((chunk, index))
        }
    }

    /// The last chunk that counts; of two with one number that with the smaller hash.
    var head: Head? {
        guard let highest = counted.last?.chunk.header.number else { return nil }
        return counted.first { $0.chunk.header.number == highest }?.chunk.head
    }

    /// True if two chunks with one number count.
    var isForked: Bool { outcomes.contains(.fork) }

    /// Opens the texts of the chunks that count.
    mutating func open(with keyring: Keyring) -> [Intake.OpenedChunk] {
        var opened: [Intake.OpenedChunk] = []
        for (chunk, index) in counted {
            guard let key = keyring[chunk.header.epoch] else {
                outcomes[index] = .waits(.key)
                continue
            }
            do throws(Refusal) {
                opened.append(
                    .init(
                        head: chunk.head, epoch: chunk.header.epoch, text: try chunk.text(with: key)
                    ))
            } catch { outcomes[index] = .empty(error) }
        }
        return opened
    }

    private func wayBack(from named: Set<ContentHash>) -> Set<ContentHash> {
        let before = Dictionary(
            uniqueKeysWithValues: chunks.map { ($0.chunk.hash, $0.chunk.header.before) })
        var found: Set<ContentHash> = []
        for hash in named {
            var next = hash
            while let former = before[next], found.insert(next).inserted { next = former }
        }
        return found
    }
}
