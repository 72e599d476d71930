import API

/// Why the daemon's record may not be replaced now: with another one a strict block would be
/// over, and an edit that waits would hold at once.
///
/// A record that was damaged, or cannot be written, holds nobody up: there a backup is the cure.
enum RecordHold {
    /// Throws what holds. Nothing does where the daemon cannot say how the targets stand.
    static func require(_ status: DaemonAPI.GetStatus.Reply, _ client: SoteriaClient) throws {
        guard status.store.healthy, status.store.setAside == nil,
            let now = Moment(status.now)
        else { return }
        let targets = (try? client.call(ProtectionAPI.List.self))?.targets ?? []
        for target in targets where target.blocked && target.strict {
            throw refusal(
                "\(Printable.text(target.name)) is strictly blocked"
                    + TimeWords.end(end(of: target), now: now))
        }
        if let edit = status.rules.pendingEdits?.first {
            throw refusal("an edit of the rules waits" + TimeWords.until(edit.until, now: now))
        }
    }

    /// The latest end of what is strict; nil where one of them has none that is known.
    private static func end(of target: ProtectionAPI.TargetState) -> String? {
        let strict = target.restrictions.filter(\.strict)
        let ends = strict.compactMap { restriction in
            restriction.until.flatMap { text in Moment(text).map { (text, $0.seconds) } }
        }
        guard ends.count == strict.count else { return nil }
        return ends.max { $0.1 < $1.1 }?.0
    }

    private static func refusal(_ reason: String) -> Failure {
        Failure("\(reason); the record can be replaced after that")
    }
}
