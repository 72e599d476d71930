import Localization

/// The options of LeechBlock without a counterpart.
enum LeechBlockDefaults {
    /// The values that options have if nobody changes them; they are not reported. Others are off
    /// if they are empty or `false`.
    private static let values: [String: String] = [
        "blockURL": "blocked.html?$S&$U", "incogMode": "0", "filterName": "grayscale",
        "countFocus": "true", "showKeyword": "true", "delayFirst": "true", "delaySecs": "60",
        "delayAutoLoad": "true", "delayCancel": "true", "allowOverLock": "true",
        "showTimer": "true", "ignoreHash": "true", "oa": "0", "hpp": "true",
        "timerVisible": "true", "timerSize": "1", "timerLocation": "0", "timerBadge": "true",
        "ora": "0", "orc": "true", "warnImmediate": "true", "contextMenu": "true",
        "toolsMenu": "true", "clockTimeFormat": "0", "saveSecs": "10", "processTabsSecs": "1",
        "allowLBWebsite": "true", "autoExportSync": "true", "orlps": "0", "orlc": "0",
        "oret": "0",
    ]

    /// Options that belong to the file itself.
    private static let ofTheFile: Set<String> = ["numSets", "lockdownHours", "lockdownMins"]

    private static let secrets: Set<String> = ["password", "orp", "orcode"]

    static func isDefault(_ option: LeechBlockOptions.Option) -> Bool {
        if option.set == nil, ofTheFile.contains(option.name) { return true }
        return option.value.isEmpty || option.value == values[option.name, default: "false"]
    }

    /// The omission of an option that no rule stands for; nil if it has its default value.
    static func omission(_ option: LeechBlockOptions.Option) -> RuleDraft.Omission? {
        guard !isDefault(option) else { return nil }
        let isSecret = secrets.contains(option.name)
        return RuleDraft.Omission(
            option, value: isSecret ? localized("(not shown)") : nil, reason(option.name))
    }

    private static func reason(_ name: String) -> String {
        switch name {
        case "regexpBlock", "regexpAllow":
            localized("rules name sites and paths, not regular expressions")
        case "sitesURL":
            localized("save the list as a file, and name that file in sites_from")
        case "rollover": localized("time left over is not added to the next period")
        case "waitSecs": localized("a block begins at once")
        case "oa", "ora", "password", "orp", "orcode", "apt", "prevOpts", "prevGenOpts",
            "prevAddons", "prevSupport", "prevOverride", "prevOffToggle", "prevOffset",
            "allowOverLock":
            localized("strict rules and edits.weakening_waits take the place of access controls")
        case "allowOverride", "orm", "orln", "orlp", "orc", "delayFirst", "delayAutoLoad",
            "delayCancel":
            localized("a block opens after the wait, or not at all if it is strict")
        case "blockURL", "closeTab", "applyFilter", "filterName", "filterMute", "reloadSecs":
            localized("Soteria shows a page of its own")
        case "delaySecs", "delayAllowMins":
            localized("without the delaying page, this has no effect")
        default: localized("Soteria has nothing like this")
        }
    }
}
