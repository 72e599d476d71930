/// The limits of a rule set: above what people write, too low to keep the daemon busy.
package enum Limits {
    /// Bytes of one file.
    package static let fileSize = 8 << 20
    /// Bytes of all files together.
    static let allFiles = 16 << 20
    /// Files of one directory.
    package static let files = 1000
    /// Targets, schedules, check-ins, budgets, features, factors and auto-protections, each.
    static let entries = 5000
    /// Bytes of the texts of all conditions together; compiling them dominates the loading time.
    static let conditionBytes = 2 << 20
    /// The estimated steps of all conditions together: some tenths of a second.
    static let conditionSteps = 10_000_000
    /// Lists of sites of one target.
    static let lists = 100
    /// Ranges of one schedule.
    static let ranges = 500
    /// Characters of a name that people see.
    static let nameLength = 200
    /// Characters of a longer text that people see.
    static let passageLength = 2000
    /// Suggestions of one check-in, or texts.
    static let passages = 1000
    /// Characters of a key.
    static let keyLength = 64
    /// Characters of a category or mood.
    static let wordLength = 40
}
