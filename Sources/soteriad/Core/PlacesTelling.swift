import API
import NIOCore
import RuleModel
import Varlink

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
    func piece(_ number: Int) -> (EncodedReply<TargetsAPI.Monitor>, isLast: Bool)? {
        if number == encoded.count, let piece = pieces.next() {
            encoded.append(EncodedReply(piece))
            isWhole = piece.complete
        }
        guard encoded.indices.contains(number) else { return nil }
        return (encoded[number], isWhole && number == encoded.count - 1)
    }
}

/// Who is told what belongs to the targets.
struct PlacesFollower {
    let call: TypedCall<TargetsAPI.Monitor>
    /// No sites of targets that have more than so many; nil: all.
    let siteLimit: Int?
    /// What is being told; nil once it is complete.
    var telling: PlacesTelling?
    /// The piece that comes next.
    var next = 0
    /// Whether a piece is on its way that the client has not taken.
    var isWaiting = false
}

/// `targets.Monitor`.
extension Daemon {
    func monitor(_ call: TypedCall<TargetsAPI.Monitor>) throws(CallError<TargetsAPI>) {
        let asked = call.parameters
        if let limit = asked.siteLimit, limit < 0 {
            throw .invalidParameter("siteLimit")
        }
        observe()
        let id = call.lifetime.id
        let targets = placesToTell()
        followers.toldPlaces = targets
        followers.places[id] = PlacesFollower(
            call: call, siteLimit: asked.siteLimit,
            telling: PlacesTelling(targets, siteLimit: asked.siteLimit))
        call.lifetime.onClose { self.assumeIsolated { $0.forgetPlacesFollower(id) } }
        sendPlaces(to: id)
    }

    /// Tells what belongs to the monitored targets, where it differs from what was told last. Comes
    /// before the decisions that follow from the same change: who blocks a target has to know what
    /// belongs to it.
    func tellPlaces() {
        guard !followers.places.isEmpty else { return }
        let targets = placesToTell()
        guard targets != followers.toldPlaces else { return }
        followers.toldPlaces = targets
        var tellings: [Int?: PlacesTelling] = [:]
        for (id, follower) in followers.places {
            let limit = follower.siteLimit
            let telling = tellings[limit] ?? PlacesTelling(targets, siteLimit: limit)
            tellings[limit] = telling
            followers.places[id]?.telling = telling
            followers.places[id]?.next = 0
            if !follower.isWaiting { sendPlaces(to: id) }
        }
    }

    /// The monitored targets as those who enforce are to know them, but for how they were written.
    private func placesToTell() -> [Target] {
        if followers.partsOf !== engine.rules { followers.parts = [:] }
        followers.partsOf = engine.rules
        return engine.rules.targets.filter { engine.isMonitored($0.key) }.flatMap(parts)
    }

    /// The parts in which a target is told. An open target stays as it was told: until the decision
    /// is told, it is blocked for those who enforce.
    private func parts(of target: Target) -> [Target] {
        let known = followers.parts[target.key]
        let sets = engine.setsBlocking(target.key) ?? known?.sets ?? .all
        if let known, known.sets == sets { return known.targets }
        var parts = engine.rules.parts(of: target, boundBy: sets)
        for index in parts.indices { parts[index].fingerprint = "" }
        followers.parts[target.key] = (sets, parts)
        return parts
    }

    /// Sends the next piece; the one after it once the client has taken most of what was sent, and
    /// whatever else waits on the loop has had its turn.
    private func sendPlaces(to id: ObjectIdentifier) {
        guard let follower = followers.places[id], let telling = follower.telling else { return }
        guard let (piece, isLast) = telling.piece(follower.next) else {
            followers.places[id]?.telling = nil
            return
        }
        if isLast {
            followers.places[id]?.telling = nil
            follower.call.reply(piece, continues: true)
            return
        }
        followers.places[id]?.next += 1
        followers.places[id]?.isWaiting = true
        follower.call.reply(piece, continues: true)
        follower.call.lifetime.whenWritable {
            // Not at once: the loop carries out all that is due before it reads what came in.
            self.loop.scheduleTask(in: Self.piecePause) {
                self.assumeIsolated {
                    $0.followers.places[id]?.isWaiting = false
                    $0.sendPlaces(to: id)
                }
            }
        }
    }

    /// Between two pieces: longer than it takes to make one, for several followers as well.
    private static let piecePause = TimeAmount.milliseconds(10)

    private func forgetPlacesFollower(_ id: ObjectIdentifier) {
        followers.places[id] = nil
        // What was told would be kept through every reload.
        if followers.places.isEmpty { (followers.toldPlaces, followers.parts) = ([], [:]) }
    }
}
