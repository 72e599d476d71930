enum EventKinds {
    /// The kinds of events offered on the page, by the daemon's names, in groups.
    static let groups: KeyValuePairs<String, [String]> = [
        "requests": [
            "attempted", "unblockRequested", "intentGiven", "blockKept", "unblocked",
            "requestClosed", "grantEnded", "protectionReleased", "outcomeLogged",
        ],
        "protection": [
            "decided", "quietHoursBegan", "quietHoursMoved", "quietHoursEnded",
            "protectionStarted", "protectionEnded", "riskAssessed", "riskyHourTold",
            "newsTold", "budgetReached", "budgetReset", "promptClosed",
        ],
        "checkIns": [
            "checkInOpened", "checkInAsked", "checkInAnswered", "checkInLapsed",
            "checkInWelcomed", "checkInReset", "checkInDayForgotten",
        ],
        "use": [
            "usageBegan", "usageNoted", "usageEnded", "useImported", "useImportRemoved",
            "reporterLost",
        ],
        "goals": ["goalAdded", "goalContributed", "goalRemoved", "placeNamed"],
        "rules": [
            "rulesLoaded", "rulesWeakened", "editBegan", "editEnded", "editsTakenBack",
            "switched", "switchCleared",
        ],
        "daemon": [
            "daemonStarted", "daemonStopped", "timeNoted", "clockJumped", "clockAdopted",
            "clockReturned", "zoneChanged", "storeFailed", "storeReplaced", "storeRestored",
            "retained", "received",
        ],
    ]

    static let all = Set(groups.flatMap(\.value))
}
