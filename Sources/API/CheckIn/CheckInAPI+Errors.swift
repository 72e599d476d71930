extension CheckInAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        NoSuchCheckIn.self, NotOpen.self, AlreadyAnswered.self, DebugOff.self,
        StoreUnavailable.self,
    ]

    /// The rules in force have no such check-in.
    package struct NoSuchCheckIn: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.checkin.NoSuchCheckIn"
        /// The key that was asked for.
        package var checkIn: String

        /// The error with what it says.
        package init(checkIn: String) {
            self.checkIn = checkIn
        }
    }

    /// The question is not open: its first day has not begun, its day has lapsed, or what was asked
    /// for before is still on its way to the disk.
    package struct NotOpen: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.checkin.NotOpen"
        /// The check-in's key.
        package var checkIn: String
        /// When it opens.
        package var next: String

        /// The error with what it says.
        package init(checkIn: String, next: String) {
            self.checkIn = checkIn
            self.next = next
        }
    }

    /// The question of the day was answered; the answer stays.
    package struct AlreadyAnswered: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.checkin.AlreadyAnswered"
        /// The check-in's key.
        package var checkIn: String
        /// Whether the answer was yes.
        package var yes: Bool
        /// When the question is asked again.
        package var next: String

        /// The error with what it says.
        package init(checkIn: String, yes: Bool, next: String) {
            self.checkIn = checkIn
            self.yes = yes
            self.next = next
        }
    }

    /// The rules do not allow debug actions.
    package struct DebugOff: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.checkin.DebugOff"

        /// The error with what it says.
        package init() {}
    }

    /// What was asked for could not be recorded, so it was not done.
    package struct StoreUnavailable: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.checkin.StoreUnavailable"
        /// What is wrong with the store, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }
}
