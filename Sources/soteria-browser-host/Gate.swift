/// Which of the daemon's methods the extension may call. A page that got hold of the extension
/// could neither change rules, nor switch protection off, nor read the record.
enum Gate {
    private static let methods: [String: Set<String>] = [
        "org.soteria.checkin": ["Answer", "GetState", "List"],
        "org.soteria.daemon": ["GetStatus"],
        "org.soteria.prompts": ["Answer", "Monitor"],
        "org.soteria.protection": ["Check", "Explain", "List", "Monitor"],
        "org.soteria.targets": ["Monitor"],
        "org.soteria.unblock": [
            "Attempt", "Confirm", "Keep", "List", "LogOutcome", "Options", "Request",
        ],
        "org.soteria.usage": ["Closed", "Heartbeat", "Opened", "SetIdle"],
    ]

    /// The qualified names, in their order.
    static let names: [String] = methods.flatMap { interface, names in
        names.map { "\(interface).\($0)" }
    }.sorted()

    private static let allowed = Set(names)

    /// Whether the extension may call the method of this qualified name.
    static func allows(_ method: String) -> Bool { allowed.contains(method) }
}
