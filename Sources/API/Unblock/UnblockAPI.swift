/// The typed calls of `org.soteria.unblock`.
///
/// The conversation about a blocked target: what is wanted, a wait, and then the block is kept or
/// the target is opened for a while.
///
/// A client opens a request (Request), shows the wait, and ends it with Keep, Confirm or Protect.
/// Requests belong to the person, not to a connection: any client may go on with one, also after
/// the daemon was restarted. A request that is not ended expires ten minutes after its wait is
/// over. What came of an unblock can be logged for 30 days (LogOutcome).
///
/// Instants are RFC 3339 strings with an offset, lengths are whole seconds of elapsed time: sleep
/// counts, changes of the clock do not.
package enum UnblockAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.unblock"
}

/// The types of `org.soteria.unblock`, as its file declares them.
extension UnblockAPI {
    /// What is behind the wish to open a target.
    package enum Purpose: String, Codable, Hashable, Sendable, CaseIterable {
        /// It was planned.
        case planned
        /// It is an impulse.
        case impulse
    }

    /// What a person says of the wish; everything but the purpose may be left out.
    package struct Intent: Codable, Hashable, Sendable {
        /// What is behind the wish.
        package var purpose: Purpose
        /// What it is for: one of the categories that Options names.
        package var category: String?
        /// How the person feels: one of the moods that Options names.
        package var mood: String?
        /// The amount expected to be spent, as a decimal such as "49.90": from 0 to 1000000000, at
        /// most three decimals.
        package var amount: String?
        /// The amount's currency, three capital letters such as "EUR"; only with an amount.
        package var currency: String?
        /// For how many minutes the target is meant to be used, 1 to 1440.
        package var minutes: Int?

        /// The value with all that it holds.
        package init(
            purpose: Purpose, category: String? = nil, mood: String? = nil, amount: String? = nil,
            currency: String? = nil, minutes: Int? = nil
        ) {
            self.purpose = purpose
            self.category = category
            self.mood = mood
            self.amount = amount
            self.currency = currency
            self.minutes = minutes
        }
    }

    /// What a request is about; exactly one of the five is given, else the answer is
    /// InvalidParameter.
    package struct Place: Codable, Hashable, Sendable {
        /// A target's key.
        package var target: String?
        /// A host name; all monitored targets that it belongs to are opened together.
        package var site: String?
        /// An application id, or the path of an executable; all monitored targets that it belongs
        /// to are opened together.
        package var app: String?
        /// A manual protection's id: it is to end before its time.
        package var protection: Int?
        /// True: every monitored target; only in a pause.
        package var everything: Bool?

        /// The value with all that it holds.
        package init(
            target: String? = nil, site: String? = nil, app: String? = nil, protection: Int? = nil,
            everything: Bool? = nil
        ) {
            self.target = target
            self.site = site
            self.app = app
            self.protection = protection
            self.everything = everything
        }
    }

    /// How things stood when a request was opened.
    package struct Circumstances: Codable, Hashable, Sendable {
        /// The hour on the local clock, 0 to 23.
        package var hour: Int
        /// The local weekday, 1 Monday to 7 Sunday.
        package var weekday: Int
        /// How many requests there were today, this one included.
        package var requestsToday: Int
        /// How many requests there were this week, from Monday, this one included.
        package var requestsThisWeek: Int
        /// How many unblocks there were today.
        package var unblocksToday: Int
        /// How many unblocks there were this week, from Monday.
        package var unblocksThisWeek: Int
        /// How many seconds ago the last unblock was; left out where there was none.
        package var sinceLastUnblock: Int?
        /// Whether quiet hours were active.
        package var quietHours: Bool

        /// The value with all that it holds.
        package init(
            hour: Int, weekday: Int, requestsToday: Int, requestsThisWeek: Int, unblocksToday: Int,
            unblocksThisWeek: Int, sinceLastUnblock: Int? = nil, quietHours: Bool
        ) {
            self.hour = hour
            self.weekday = weekday
            self.requestsToday = requestsToday
            self.requestsThisWeek = requestsThisWeek
            self.unblocksToday = unblocksToday
            self.unblocksThisWeek = unblocksThisWeek
            self.sinceLastUnblock = sinceLastUnblock
            self.quietHours = quietHours
        }
    }

    /// An open request.
    package struct OpenRequest: Codable, Hashable, Sendable {
        /// Its number.
        package var request: Int
        /// What it is about.
        package var place: Place
        /// The keys of the targets that are opened together.
        package var targets: [String]
        /// Whether the person opened it without having met a block.
        package var pause: Bool
        /// When it was opened.
        package var at: String
        /// What the person said; left out until they did. Without it nothing is opened.
        package var intent: Intent?
        /// When it can be confirmed at the earliest; left out until the purpose is said.
        package var waitEnds: String?
        /// How many seconds are left until then, 0 where it can be confirmed; left out as above.
        package var waitSeconds: Int?
        /// When it expires.
        package var expires: String
        /// How things stood when it was opened.
        package var circumstances: Circumstances

        /// The value with all that it holds.
        package init(
            request: Int, place: Place, targets: [String], pause: Bool, at: String,
            intent: Intent? = nil, waitEnds: String? = nil, waitSeconds: Int? = nil,
            expires: String, circumstances: Circumstances
        ) {
            self.request = request
            self.place = place
            self.targets = targets
            self.pause = pause
            self.at = at
            self.intent = intent
            self.waitEnds = waitEnds
            self.waitSeconds = waitSeconds
            self.expires = expires
            self.circumstances = circumstances
        }
    }

    /// A running permission to use targets that restrictions hold for.
    package struct Grant: Codable, Hashable, Sendable {
        /// Its number.
        package var grant: Int
        /// The request that led to it.
        package var request: Int
        /// The keys of its targets.
        package var targets: [String]
        /// What was behind the wish.
        package var purpose: Purpose
        /// When it began.
        package var at: String
        /// When it ends, by the clock as it stands.
        package var until: String
        /// How many seconds are left.
        package var seconds: Int

        /// The value with all that it holds.
        package init(
            grant: Int, request: Int, targets: [String], purpose: Purpose, at: String,
            until: String, seconds: Int
        ) {
            self.grant = grant
            self.request = request
            self.targets = targets
            self.purpose = purpose
            self.at = at
            self.until = until
            self.seconds = seconds
        }
    }

    /// What became of a request.
    package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
        /// It is open.
        case open
        /// The block was kept: a protection moment.
        case kept
        /// Its targets were opened, or its protection ended.
        case unblocked
        /// Nobody ended it in time.
        case expired
        /// Nothing was blocked any more.
        case lapsed
        /// A protection was started instead.
        case protected
    }
}
