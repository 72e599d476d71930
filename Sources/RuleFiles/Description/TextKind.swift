/// A kind of text for values and keys, described for people and for editors.
struct TextKind: Sendable {
    /// The name of the kind: `time of day`.
    let name: String
    /// The plural: `times of day`.
    let plural: String
    /// The notation in sentences, with text of files in backquotes.
    let meaning: String
    /// A regular expression (ECMA 262) that every text of the kind matches from end to end; nil if
    /// only the loader can check the text.
    let pattern: String?
    /// The length in characters; nil if only the pattern limits it.
    let length: ClosedRange<Int>?
    /// The YAML values that are accepted besides texts, as written.
    let alsoTakes: Set<Other>

    /// The kinds of text that YAML itself would read as something else.
    enum Other: Sendable { case wholeNumber, number, truth }

    init(
        _ name: String, plural: String? = nil, pattern: String? = nil,
        length: ClosedRange<Int>? = nil, alsoTakes: Set<Other> = [], _ meaning: String
    ) {
        self.name = name
        self.plural = plural ?? name + "s"
        self.meaning = meaning
        self.pattern = pattern
        self.length = length
        self.alsoTakes = alsoTakes
    }
}

extension TextKind {
    static let name = TextKind(
        "name", pattern: #"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$"#,
        length: 1...Limits.nameLength, alsoTakes: [.number, .truth],
        "A single line of at most \(Limits.nameLength) characters, in any language.")
    static let passage = TextKind(
        "string", length: 1...Limits.passageLength, alsoTakes: [.number, .truth],
        "One or more lines, at most \(Limits.passageLength) characters in total.")
    static let word = TextKind(
        "word", pattern: #"^[^\s\x00-\x1f\x7f]([^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?$"#,
        length: 1...Limits.wordLength, alsoTakes: [.number, .truth],
        "A single line of at most \(Limits.wordLength) characters, without spaces at either end.")
    static let clockTime = TextKind(
        "time of day", plural: "times of day", pattern: "^" + clock + "$",
        "Hours and minutes on the local clock, from `00:00` to `23:59`, preferably in quotes: "
            + "`\"04:00\"`.")
    static let clockRange = TextKind(
        "time range", plural: "time ranges",
        pattern: "^" + clock + "-(" + clock + "|24:00)$",
        "A start and an end: `\"22:30-06:30\"`. The range includes its start but not its end. If "
            + "the end is before the start, the end is on the next day; `00:00-24:00` is a whole "
            + "day.")
    static let days = TextKind(
        "days", plural: "days", pattern: "^" + dayGroup + "(," + dayGroup + ")*$",
        "`mon`, `tue`, `wed`, `thu`, `fri`, `sat`, `sun`, a span such as `sun-thu`, `daily`, "
            + "`weekdays` or `weekends`; separate several with commas, or write a list.")
    static let dates = TextKind(
        "date or span of dates", plural: "dates and spans of dates",
        pattern: #"^"# + date + #"(\.\."# + date + ")?$",
        "A date as year, month and day, `\"2026-12-24\"`, or the first and last date of a span, "
            + "`\"2026-12-24..2026-12-31\"`.")
    static let zone = TextKind(
        "time zone", pattern: #"^[A-Za-z0-9_+/-]+$"#,
        "`local` for the machine's zone, or a name from the time-zone database, such as "
            + "`Europe/Berlin`.")
    static let key = TextKind(
        "key", pattern: "^[A-Za-z0-9_][A-Za-z0-9_-]*$", length: 1...Limits.keyLength,
        alsoTakes: [.wholeNumber],
        "At most \(Limits.keyLength) letters, digits, `_` and `-`. A key cannot begin with `-`.")
    static let featureName = TextKind(
        "feature's name", plural: "features' names", pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
        length: 1...Limits.keyLength,
        "Letters, digits and `_`. The name cannot begin with a digit, and conditions must not "
            + "already use it for something else.")
    static let target = TextKind(
        "target", pattern: key.pattern, length: key.length, alsoTakes: key.alsoTakes,
        "The key of a target under `targets:`, in any file.")
    static let plan = TextKind(
        "plan", pattern: key.pattern, length: key.length, alsoTakes: key.alsoTakes,
        "The key of a plan under `plans:`, in any file.")
    static let condition = TextKind(
        "condition", alsoTakes: [.truth],
        "An expression in the Common Expression Language that is true or false; see below.")
    static let site = TextKind(
        "site", pattern: #"^(\*|[^\s/:?#@*]+(/[^\s?#*]*)?)$"#,
        "A host name such as `amazon.com`, without `https://` or port. A host name includes all "
            + "its subdomains. Letters of any language are allowed. A path such as "
            + "`youtube.com/shorts` includes every page below it, on all subdomains; only browsers "
            + "block paths. `\"*\"` means every public site, and must be the only site of its "
            + "target.")
    static let listFile = TextKind(
        "path of a list", plural: "paths of lists", pattern: #"^[^\x00-\x1f\x7f]+$"#,
        "The path of a file: absolute, relative to the directory of the rule file, or relative to "
            + "your home directory (`~/lists/casinos.txt`).")
    static let application = TextKind(
        "application id", pattern: #"^[^\s/.-][^\s/]*$"#, length: 1...263,
        "The name of an app's desktop file without `.desktop`: `com.valvesoftware.Steam`.")
    static let executable = TextKind(
        "path", pattern: #"^/[^*?\x00-\x1f\x7f]*[^*?/\x00-\x1f\x7f]$"#,
        length: 2...ExecutablePath.mostBytes,
        "The absolute path of a program, such as `/usr/games/supertux2`. The path must name the "
            + "program file itself, not a link or a script, and cannot be a pattern.")

    private static let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    private static let clock = "([01][0-9]|2[0-3]):[0-5][0-9]"
    private static let day = "(mon|tue|wed|thu|fri|sat|sun)"
    private static let dayGroup = #"\s*("# + day + "(-" + day + #")?|daily|weekdays|weekends)\s*"#
}
