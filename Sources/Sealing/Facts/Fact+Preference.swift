/// Of several facts about one subject one counts, in whatever order they came.
extension Fact {
    /// The subject of a fact.
    package enum Subject: Hashable, Sendable {
        case episode(FactID, target: ExactText)
        case said(key: ExactText)
        case rules(key: ExactText)
        /// Nothing but the fact itself. Buckets with one id are such a subject.
        case fact(FactID)
    }

    package var subject: Subject { standing.subject }

    /// True if this fact counts and the other, about the same subject, does not: the higher
    /// revision or counter, then the higher id; of a bucket the larger amount. Facts that differ
    /// in nothing of that are decided by their bytes.
    package func prevails(over other: Fact) -> Bool {
        let (rank, otherRank) = (standing.rank, other.standing.rank)
        if rank != otherRank { return rank > otherRank }
        if id != other.id { return id > other.id }
        return other.encoded().lexicographicallyPrecedes(encoded())
    }

    /// The subject, and the first thing that decides about it.
    private var standing: (subject: Subject, rank: Int64) {
        switch content {
        case .episode(let episode):
            (.episode(episode.id, target: ExactText(episode.target)), episode.revision)
        case .said(let key, let counter, _): (.said(key: ExactText(key)), counter)
        case .rules(let key, let counter, _): (.rules(key: ExactText(key)), counter)
        case .attempts(_, let count): (.fact(id), count)
        case .used(_, _, let seconds, _): (.fact(id), seconds)
        default: (.fact(id), -1)
        }
    }
}

extension Sequence<Fact> {
    /// The fact that counts of each id, by id. The other facts of a subject stay.
    package func distinct() -> [Fact] {
        var distinct: [FactID: Fact] = [:]
        for fact in self {
            if let held = distinct[fact.id], !fact.prevails(over: held) { continue }
            distinct[fact.id] = fact
        }
        return distinct.values.sorted { $0.id < $1.id }
    }

    /// The fact that counts of each subject, by the ids.
    package func counting() -> [Fact] {
        var counting: [Fact.Subject: Fact] = [:]
        for fact in self {
            if let held = counting[fact.subject], !fact.prevails(over: held) { continue }
            counting[fact.subject] = fact
        }
        return counting.values.sorted { $0.id < $1.id }
    }
}

extension FactID {
    /// The id of what a device counts in a bucket; of attempts the target is empty.
    package init(
        ofBucket bucket: Int64, kind: FactContent.Kind, target: String, device: DeviceID
    ) {
        let name = Array(kind.rawValue.utf8) + [0] + Array(target.utf8) + [0]
        let digest = Label.bucket.digest(device.bytes, name, bucket.bigEndianBytes)
        self.init(unchecked: Array(digest.prefix(Self.byteCount)))
    }
}
