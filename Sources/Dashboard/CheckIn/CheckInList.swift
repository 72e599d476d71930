import API

/// The page of all check-ins; where there is one, that one's.
enum CheckInList {
    struct View {
        let checkIns: [Item]
        let isEmpty: Bool
        /// Where a rule that adds one could be written.
        let file: String
    }

    struct Item {
        let path: String
        let question: String
        /// The badge's kind.
        let kind: String
        let phase: String
        let blocked: String?
        let isAsking: Bool
    }

    static func show(_ context: PageContext) throws -> PageResponse {
        let scene = try CheckInScene(context)
        if scene.checkIns.count == 1, let only = scene.checkIns.first {
            return CheckInPage.page(only, scene)
        }
        let items = scene.checkIns.map { checkIn in
            Item(
                path: CheckInScene.path(checkIn.checkIn), question: checkIn.question,
                kind: kind(checkIn.phase), phase: scene.phase(checkIn),
                blocked: scene.blocked(checkIn), isAsking: checkIn.phase == .asking)
        }
        return context.show(
            "check-ins", title: context.texts("checkIn.title"),
            View(
                checkIns: items, isEmpty: items.isEmpty,
                file: context.texts(
                    "checkIn.emptyFile",
                    ["path": context.surroundings.configuration + "/rules.d/20-check-in.yaml"])))
    }

    static func kind(_ phase: CheckInAPI.Phase) -> String {
        switch phase {
        case .asking: "warning"
        case .yes: "success"
        case .no: "blocked"
        case .lapsed, .waiting: "neutral"
        }
    }
}
