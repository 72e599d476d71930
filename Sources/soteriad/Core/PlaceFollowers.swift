import API
import Engine
import NIOCore
import RuleModel

/// One telling of what belongs to the monitored targets. Each piece is encoded when the first
/// follower takes it, once for all who take the same.
final class PlacesTelling {
    private var pieces: PlacePieces
    private var encoded: [EncodedReply<TargetsAPI.Monitor>] = []
    private var isWhole = false

    init(_ targets: [Target], siteLimit: Int?) {
        pieces = PlacePieces(targets, siteLimit: siteLimit)
    }

    /// The piece of a number, and whether it is the last; nil where there is none. Pieces are asked
    /// for in their order.
    func piece(_ number: Int) -> (reply: EncodedReply<TargetsAPI.Monitor>, isLast: Bool)? {
        if number == encoded.count, let piece = pieces.next() {
            encoded.append(EncodedReply(piece))
            isWhole = piece.complete
        }
        guard encoded.indices.contains(number) else { return nil }
        return (encoded[number], isWhole && number == encoded.count - 1)
    }
}

/// Those who are told what belongs to the targets.
struct PlaceFollowers {
    private struct Follower {
        let call: TypedCall<TargetsAPI.Monitor>
        /// No sites of targets that have more than so many; nil: all.
        let siteLimit: Int?
        /// The telling under way; nil once it is complete.
        var telling: PlacesTelling?
        var next = 0
        /// Whether a piece is on its way that the client has not taken.
        var isWaiting = false
    }

    private var followers: [ObjectIdentifier: Follower] = [:]
    /// The targets as they were told last, or are being told.
    private(set) var told: [Target] = []
    /// The parts in which each target is told, by key, with the sets of rules that block it or did
    /// last.
    private var parts: [String: (sets: SetsInForce, targets: [Target])] = [:]
    /// The rules that this holds of.
    private var partsOf: RulesInForce?

    var count: Int { followers.count }

    /// Adds a call, which is told what is monitored now.
    mutating func add(_ call: TypedCall<TargetsAPI.Monitor>, siteLimit: Int?, in engine: Engine) {
        told = targets(in: engine)
        followers[call.lifetime.id] = Follower(
            call: call, siteLimit: siteLimit,
            telling: PlacesTelling(told, siteLimit: siteLimit))
    }

    /// Removes a call, and with the last what was told: it would be kept through every reload.
    mutating func remove(_ id: ObjectIdentifier) {
        followers[id] = nil
        if followers.isEmpty { (told, parts) = ([], [:]) }
    }

    /// Has everybody told what is monitored now, if it differs from what was told last. Returns the
    /// calls for which no piece is on its way.
    mutating func tell(_ engine: Engine) -> [ObjectIdentifier] {
        guard !followers.isEmpty else { return [] }
        let targets = targets(in: engine)
        guard targets != told else { return [] }
        told = targets
        var tellings: [Int?: PlacesTelling] = [:]
        for (id, follower) in followers {
            let limit = follower.siteLimit
            let telling = tellings[limit] ?? PlacesTelling(targets, siteLimit: limit)
            tellings[limit] = telling
            followers[id]?.telling = telling
            followers[id]?.next = 0
        }
        return followers.filter { !$0.value.isWaiting }.map(\.key)
    }

    /// The monitored targets as those who enforce are to know them, but for how they were written.
    private mutating func targets(in engine: Engine) -> [Target] {
        if partsOf !== engine.rules { parts = [:] }
        partsOf = engine.rules
        var found: [Target] = []
        for target in engine.rules.targets where engine.isMonitored(target.key) {
            found += parts(of: target, in: engine)
        }
        return found
    }

    /// The parts in which a target is told. An open target stays as it was told: until the decision
    /// is told, it is blocked for those who enforce.
    private mutating func parts(of target: Target, in engine: Engine) -> [Target] {
        let known = parts[target.key]
        let sets = engine.setsBlocking(target.key) ?? known?.sets ?? .all
        if let known, known.sets == sets { return known.targets }
        var made = engine.rules.parts(of: target, boundBy: sets)
        for index in made.indices { made[index].fingerprint = "" }
        parts[target.key] = (sets, made)
        return made
    }

    /// The next piece for a call, and whether it is the last; nil if it was told everything. The
    /// piece counts as sent.
    mutating func next(
        for id: ObjectIdentifier
    ) -> (
        call: TypedCall<TargetsAPI.Monitor>, piece: EncodedReply<TargetsAPI.Monitor>, isLast: Bool
    )? {
        guard let follower = followers[id], let telling = follower.telling else { return nil }
        let next = telling.piece(follower.next)
        if let next, !next.isLast {
            followers[id]?.next += 1
            followers[id]?.isWaiting = true
        } else {
            followers[id]?.telling = nil
        }
        return next.map { (follower.call, $0.reply, $0.isLast) }
    }

    /// Notes that a client has taken most of what was sent.
    mutating func note(taken id: ObjectIdentifier) { followers[id]?.isWaiting = false }
}

extension Daemon {
    func monitor(_ call: TypedCall<TargetsAPI.Monitor>) throws(CallError<TargetsAPI>) {
        let limit = call.parameters.siteLimit
        if let limit, limit < 0 { throw .invalidParameter("siteLimit") }
        observe()
        let id = call.lifetime.id
        places.add(call, siteLimit: limit, in: engine)
        call.lifetime.onClose { self.assumeIsolated { $0.places.remove(id) } }
        sendPlaces(to: id)
    }

    /// Tells what belongs to the monitored targets, if it differs from what was told last. Comes
    /// before the decisions that follow from the same change: who blocks a target has to know what
    /// belongs to it.
    func tellPlaces() {
        for id in places.tell(engine) { sendPlaces(to: id) }
    }

    /// Sends the next piece; the one after it once the client has taken most of what was sent, and
    /// whatever else waits on the loop has had its turn.
    private func sendPlaces(to id: ObjectIdentifier) {
        guard let (call, piece, isLast) = places.next(for: id) else { return }
        call.reply(piece, continues: true)
        if isLast { return }
        call.lifetime.whenWritable {
            // Not at once: the loop carries out all that is due before it reads what came in.
            self.loop.scheduleTask(in: Self.piecePause) {
                self.assumeIsolated {
                    $0.places.note(taken: id)
                    $0.sendPlaces(to: id)
                }
            }
        }
    }

    /// Between two pieces: longer than it takes to make one, for several followers as well.
    private static let piecePause = TimeAmount.milliseconds(10)
}
