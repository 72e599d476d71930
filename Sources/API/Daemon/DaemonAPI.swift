import Varlink

/// The typed calls of `org.soteria.daemon`.
///
/// The daemon itself: how it is, what it recorded, and a copy of that.
package enum DaemonAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.daemon"
}

/// The types of `org.soteria.daemon`, as its file declares them.
extension DaemonAPI {
    /// Whose directory of rules it is; later ones win over earlier ones.
    package enum Layer: String, Codable, Hashable, Sendable, CaseIterable {
        /// What is installed with the program, or embedded in it.
        case defaults
        /// /etc/soteria/rules.d.
        case machine
        /// The person's own directory.
        case person
    }

    /// A directory that rule files are read from.
    package struct RuleDirectory: Codable, Hashable, Sendable {
        /// Its path.
        package var path: String
        /// Whose directory it is.
        package var layer: Layer
        /// Why a change in it would go unseen, in words; left out where it is watched.
        package var problem: String?

        /// The value with all that it holds.
        package init(path: String, layer: Layer, problem: String? = nil) {
            self.path = path
            self.layer = layer
            self.problem = problem
        }
    }

    /// The rules in force.
    package struct RulesStatus: Codable, Hashable, Sendable {
        /// The first twelve digits of what tells one set of rule texts from another.
        package var fingerprint: String
        /// When they came into force.
        package var loadedAt: String?
        /// How many files they came from.
        package var files: Int
        /// Whether the files as last read were refused, so that an earlier set is in force.
        package var refused: Bool
        /// How many errors the files as last read have.
        package var errors: Int
        /// How many warnings they have.
        package var warnings: Int
        /// The directories that they are read from, in that order.
        package var directories: [RuleDirectory]
        /// How many seconds an edit waits that weakens the rules; left out where none does.
        package var weakeningWaits: Int?
        /// The edits that wait, in the order in which they were made; left out where none does.
        package var pendingEdits: [PendingEdit]?

        /// The value with all that it holds.
        package init(
            fingerprint: String, loadedAt: String? = nil, files: Int, refused: Bool, errors: Int,
            warnings: Int, directories: [RuleDirectory], weakeningWaits: Int? = nil,
            pendingEdits: [PendingEdit]? = nil
        ) {
            self.weakeningWaits = weakeningWaits
            self.pendingEdits = pendingEdits
            self.fingerprint = fingerprint
            self.loadedAt = loadedAt
            self.files = files
            self.refused = refused
            self.errors = errors
            self.warnings = warnings
            self.directories = directories
        }
    }

    /// How trusted time was continued when the daemon last started.
    package enum Continuity: String, Codable, Hashable, Sendable, CaseIterable {
        /// There was no history.
        case first
        /// The machine had not been restarted: the time away is known.
        case sameBoot
        /// The machine had been restarted, and a time server vouched for the clock.
        case synchronised
        /// The machine had been restarted, and nothing vouched for the clock.
        case unproven
        /// The machine had been restarted, and the clock stood before the last record.
        case behind
    }

    /// The clock.
    package struct ClockStatus: Codable, Hashable, Sendable {
        /// Whether the wall clock and trusted time agree.
        package var trusted: Bool
        /// Whether the wall clock follows a time server; left out where nobody could say.
        package var synchronised: Bool?
        /// By how many seconds the wall clock is ahead of trusted time; left out where they agree.
        package var jump: Int?
        /// When that was seen, in trusted time; left out where they agree.
        package var jumpedAt: String?
        /// When the wall clock is believed at the latest; left out where they agree.
        package var adoptedAt: String?
        /// How trusted time was continued when the daemon last started.
        package var continuity: Continuity
        /// The machine's time zone, such as Europe/Berlin.
        package var timeZone: String
        /// Why that zone's rules could not be read, in words; left out where they could.
        package var zoneProblem: String?

        /// The value with all that it holds.
        package init(
            trusted: Bool, synchronised: Bool? = nil, jump: Int? = nil, jumpedAt: String? = nil,
            adoptedAt: String? = nil, continuity: Continuity, timeZone: String,
            zoneProblem: String? = nil
        ) {
            self.trusted = trusted
            self.synchronised = synchronised
            self.jump = jump
            self.jumpedAt = jumpedAt
            self.adoptedAt = adoptedAt
            self.continuity = continuity
            self.timeZone = timeZone
            self.zoneProblem = zoneProblem
        }
    }

    /// Something that happened.
    ///
    /// The members of a fact depend on its kind:
    /// - daemonStarted: version, continuity, zone, away (seconds) and wasStopped (both may be
    ///   missing)
    /// - daemonStopped, clockReturned, timeNoted: none
    /// - storeReplaced: setAside (path)
    /// - storeFailed: refused (the kind of what did not happen)
    /// - storeRestored: source, keptAside (may be missing)
    /// - retained: through, removed, hash
    /// - rulesLoaded: fingerprint, files (paths)
    /// - rulesWeakened: entries (paths in the rules)
    /// - editBegan: edit, entries (paths in the rules; none: only kept to be gone back to),
    ///   seconds, cancels (numbers of edits); of a switch also schedule, autoProtection or target
    /// - editEnded: edit, entries, reason (over, restored, superseded, unreadable)
    /// - editsTakenBack: from (the number of the first)
    /// - clockJumped: seconds
    /// - clockAdopted: seconds, reason (synchronised, waited)
    /// - zoneChanged: from, to
    /// - quietHoursBegan, quietHoursMoved: schedule, start, end (may be missing)
    /// - quietHoursEnded: schedule
    /// - protectionStarted: id, kind, name, targets, strict, seconds; of auto_protection also rule,
    ///   score, factors (keys)
    /// - protectionEnded: id
    /// - switched: schedule, autoProtection or target, on
    /// - switchCleared: schedule, autoProtection or target
    /// - attempted: site or app, targets
    /// - unblockRequested, intentGiven: request, targets, pause; one of target, site, app,
    ///   protection, everything; hour, weekday, quietHours, requestsToday, requestsThisWeek,
    ///   unblocksToday, unblocksThisWeek, sinceLastUnblock (may be missing); once said: purpose,
    ///   category, mood, amount, currency, minutes (those given), waitSeconds
    /// - blockKept: request
    /// - unblocked: grant, request, targets, purpose, seconds, quietHours (may be missing)
    /// - requestClosed: request, outcome (expired, lapsed, protected)
    /// - grantEnded: grant, reason (time, strict, auto_protection)
    /// - protectionReleased: id, request, purpose, targets and quietHours (may be missing)
    /// - promptClosed: prompt, closing (answered, expired), choice (may be missing)
    /// - outcomeLogged: request, bought; amount, currency, regret (those given)
    /// - usageBegan: session, target, places (each a site or an app)
    /// - usageNoted: since, targets (each target, seconds), requests (each request, seconds);
    ///   seconds are negative where time is taken back
    /// - usageEnded: session, target, places, at, until (may be missing), seconds, requests
    /// - checkInOpened: checkIn, day, targets
    /// - checkInAsked: checkIn, reason (start, resume, unlock, reminder, store, forced)
    /// - checkInAnswered: checkIn, day, yes
    /// - checkInLapsed, checkInReset, checkInDayForgotten: checkIn
    /// - budgetReached: budget, target, used (seconds), from, until
    /// - budgetReset: budget
    /// - riskyHourTold: weekday, hour, count, of
    /// - goalAdded: goal, name, target, fromKept; currency, by (may be missing)
    /// - goalContributed: goal, amount; currency, request (may be missing)
    /// - goalRemoved: goal
    /// - placeNamed: site or app, name (missing: forgotten)
    /// - decided: target, verdict, restrictions, until and grantedUntil (may be missing), cause
    /// - riskAssessed: score, automatic, level, factors (keys), elevated
    /// Kinds and members may be added later.
    package struct Event: Codable, Hashable, Sendable {
        /// Its number; counts up from 1 without gaps.
        package var sequence: Int
        /// When it happened, in trusted time.
        package var at: String
        /// What kind of thing happened.
        package var kind: String
        /// What happened; members as said above.
        package var fact: JSONObject

        /// The value with all that it holds.
        package init(sequence: Int, at: String, kind: String, fact: JSONObject) {
            self.sequence = sequence
            self.at = at
            self.kind = kind
            self.fact = fact
        }
    }
}
