import Localization

/// Numbers with what they count: `1 error`, `2 errors`.
enum Count {
    static func autoProtections(_ count: Int) -> String {
        localized(
            count: count, one: "\(.count) auto-protection", other: "\(.count) auto-protections")
    }

    static func bytes(_ count: Int) -> String {
        localized(count: count, one: "\(.count) byte", other: "\(.count) bytes")
    }

    static func cases(_ count: Int) -> String {
        localized(count: count, one: "\(.count) case", other: "\(.count) cases")
    }

    static func conditions(_ count: Int) -> String {
        localized(count: count, one: "\(.count) condition", other: "\(.count) conditions")
    }

    static func connections(_ count: Int) -> String {
        localized(count: count, one: "\(.count) connection", other: "\(.count) connections")
    }

    static func days(_ count: Int) -> String {
        localized(count: count, one: "\(.count) day", other: "\(.count) days")
    }

    static func errors(_ count: Int) -> String {
        localized(count: count, one: "\(.count) error", other: "\(.count) errors")
    }

    static func events(_ count: Int) -> String {
        localized(count: count, one: "\(.count) event", other: "\(.count) events")
    }

    static func exceptions(_ count: Int) -> String {
        localized(count: count, one: "\(.count) exception", other: "\(.count) exceptions")
    }

    static func files(_ count: Int) -> String {
        localized(count: count, one: "\(.count) file", other: "\(.count) files")
    }

    static func goals(_ count: Int) -> String {
        localized(count: count, one: "\(.count) goal", other: "\(.count) goals")
    }

    static func hashes(_ count: Int) -> String {
        localized(count: count, one: "\(.count) hash", other: "\(.count) hashes")
    }

    static func problems(_ count: Int) -> String {
        localized(count: count, one: "\(.count) problem", other: "\(.count) problems")
    }

    static func protectionMoments(_ count: Int) -> String {
        localized(
            count: count, one: "\(.count) protection moment", other: "\(.count) protection moments")
    }

    static func requests(_ count: Int) -> String {
        localized(count: count, one: "\(.count) request", other: "\(.count) requests")
    }

    static func schedules(_ count: Int) -> String {
        localized(count: count, one: "\(.count) schedule", other: "\(.count) schedules")
    }

    static func seconds(_ count: Int) -> String {
        localized(count: count, one: "\(.count) second", other: "\(.count) seconds")
    }

    static func sites(_ count: Int) -> String {
        localized(count: count, one: "\(.count) site", other: "\(.count) sites")
    }

    static func sitesAndApps(_ count: Int) -> String {
        localized(count: count, one: "\(.count) site or app", other: "\(.count) sites and apps")
    }

    static func targets(_ count: Int) -> String {
        localized(count: count, one: "\(.count) target", other: "\(.count) targets")
    }

    static func times(_ count: Int) -> String {
        localized(count: count, one: "\(.count) time", other: "\(.count) times")
    }

    static func unblocks(_ count: Int) -> String {
        localized(count: count, one: "\(.count) unblock", other: "\(.count) unblocks")
    }

    static func warnings(_ count: Int) -> String {
        localized(count: count, one: "\(.count) warning", other: "\(.count) warnings")
    }

    /// `4 files`, or `1 file (and 3 shipped)` if some of all files came with Soteria.
    static func files(_ all: Int, shipped: Int) -> String {
        let own = files(all - shipped)
        return shipped > 0 ? localized("\(own) (and \(shipped) shipped)") : own
    }
}
