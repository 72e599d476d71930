import API
import Engine
import NIOCore
import RuleModel

/// One transfer of the places of the monitored targets. Each piece is encoded when the first
/// follower asks for it, once for all followers of the same transfer.
final class PlacesTransfer {
    private var pieces: PlacePieces
    private var encoded: [EncodedReply<TargetsAPI.Monitor>] = []
    private var isWhole = false

    init(_ targets: [Target], siteLimit: Int?, awayAfter: TimeSpan) {
        pieces = PlacePieces(targets, siteLimit: siteLimit, awayAfter: awayAfter)
    }

    /// A piece by number, and if it is the last; nil past the end. Pieces are requested in order.
    func piece(_ number: Int) -> (reply: EncodedReply<TargetsAPI.Monitor>, isLast: Bool)? {
        if number == encoded.count, let piece = pieces.next() {
            encoded.append(EncodedReply(piece))
            isWhole = piece.complete
        }
        guard encoded.indices.contains(number) else { return nil }
        return (encoded[number], isWhole && number == encoded.count - 1)
    }
}

/// The clients that follow which places belong to the targets.
struct PlaceFollowers {
    private struct Follower {
        let call: TypedCall<TargetsAPI.Monitor>
        /// The sites of a target are left out if it has more than this number; nil: never.
        let siteLimit: Int?
        /// The transfer under way; nil once it is complete.
        var transfer: PlacesTransfer?
        var next = 0
        /// True while a piece was sent that the client has not read.
        var isWaiting = false
    }

    private var followers: [ObjectIdentifier: Follower] = [:]
    /// The targets of the latest transfer, complete or not.
    private(set) var sent: [Target] = []
    /// The time in that transfer after which a person counts as away; nil before the first one.
    private var sentAwayAfter: TimeSpan?
    /// The parts of each sent target, by key, with the rule sets that block it or blocked it last.
    private var parts: [String: (sets: SetsInForce, targets: [Target])] = [:]
    /// The rules that `parts` was computed from.
    private var partsOf: RulesInForce?

    var count: Int { followers.count }

    /// Adds a call, and begins a transfer of what is monitored now.
    mutating func add(_ call: TypedCall<TargetsAPI.Monitor>, siteLimit: Int?, in engine: Engine) {
        let awayAfter = engine.rules.awayAfter
        (sent, sentAwayAfter) = (targets(in: engine), awayAfter)
        followers[call.lifetime.id] = Follower(
            call: call, siteLimit: siteLimit,
            transfer: PlacesTransfer(sent, siteLimit: siteLimit, awayAfter: awayAfter))
    }

    /// Removes a call; with the last one also the copy of what was sent, which reloads would keep.
    mutating func remove(_ id: ObjectIdentifier) {
        followers[id] = nil
        if followers.isEmpty { (sent, parts) = ([], [:]) }
    }

    /// Begins a transfer for every call if what it holds changed; returns those ready for a piece.
    mutating func update(from engine: Engine) -> [ObjectIdentifier] {
        guard !followers.isEmpty else { return [] }
        let targets = targets(in: engine)
        let awayAfter = engine.rules.awayAfter
        guard targets != sent || awayAfter != sentAwayAfter else { return [] }
        (sent, sentAwayAfter) = (targets, awayAfter)
        var transfers: [Int?: PlacesTransfer] = [:]
        for (id, follower) in followers {
            let limit = follower.siteLimit
            let transfer =
                transfers[limit]
                ?? PlacesTransfer(targets, siteLimit: limit, awayAfter: awayAfter)
            transfers[limit] = transfer
            followers[id]?.transfer = transfer
            followers[id]?.next = 0
        }
        return followers.filter { !$0.value.isWaiting }.map(\.key)
    }

    /// The monitored targets as clients that enforce see them; their source text is ignored.
    private mutating func targets(in engine: Engine) -> [Target] {
        if partsOf !== engine.rules { parts = [:] }
        partsOf = engine.rules
        var found: [Target] = []
        for target in engine.rules.targets where engine.isMonitored(target.key) {
            found += parts(of: target, in: engine)
        }
        return found
    }

    /// Returns the parts in which a target is sent. An open target keeps the parts that were sent:
    /// clients treat it as blocked until they receive the decision.
    private mutating func parts(of target: Target, in engine: Engine) -> [Target] {
        let known = parts[target.key]
        let sets = engine.setsBlocking(target.key) ?? known?.sets ?? .all
        if let known, known.sets == sets { return known.targets }
        var made = engine.rules.parts(of: target, boundBy: sets)
        for index in made.indices { made[index].fingerprint = "" }
        parts[target.key] = (sets, made)
        return made
    }

    /// Returns the next piece for a call and marks it as sent; nil if the transfer is complete.
    mutating func next(
        for id: ObjectIdentifier
    ) -> (
        call: TypedCall<TargetsAPI.Monitor>, piece: EncodedReply<TargetsAPI.Monitor>, isLast: Bool
    )? {
        guard let follower = followers[id], let transfer = follower.transfer else { return nil }
        let next = transfer.piece(follower.next)
        if let next, !next.isLast {
            followers[id]?.next += 1
            followers[id]?.isWaiting = true
        } else {
            followers[id]?.transfer = nil
        }
        return next.map { (follower.call, $0.reply, $0.isLast) }
    }

    /// Records that a client has read most of what was sent.
    mutating func markReady(_ id: ObjectIdentifier) { followers[id]?.isWaiting = false }
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

    /// Sends followers the places of the monitored targets if they, or the time after which a
    /// person counts as away, changed. Must run before the
    /// decisions of the same change are sent: a client needs a target's places to block it.
    func notifyOfPlaces() {
        for id in places.update(from: engine) { sendPlaces(to: id) }
    }

    /// Sends the next piece of a transfer. The piece after it follows once the client has read most
    /// of what was sent and other work on the loop has had its turn.
    private func sendPlaces(to id: ObjectIdentifier) {
        guard let (call, piece, isLast) = places.next(for: id) else { return }
        call.reply(piece, continues: true)
        if isLast { return }
        call.lifetime.whenWritable {
            // Not at once: the loop runs everything that is due before it reads what came in.
            self.loop.scheduleTask(in: Self.piecePause) {
                self.assumeIsolated {
                    $0.places.markReady(id)
                    $0.sendPlaces(to: id)
                }
            }
        }
    }

    /// The pause between two pieces: longer than it takes to make one, even for several followers.
    private static let piecePause = TimeAmount.milliseconds(10)
}
