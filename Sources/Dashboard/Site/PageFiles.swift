/// The files that the program carries: templates, texts, and what browsers ask for beside pages.
/// Package.swift names the same ones.
enum PageFiles {
    /// The templates by name.
    static let templates: [String: [UInt8]] = [
        "check-in": PackageResources.check_in_mustache,
        "check-ins": PackageResources.check_ins_mustache,
        "components": PackageResources.components_mustache,
        "diagnostic": PackageResources.diagnostic_mustache,
        "field": PackageResources.field_mustache,
        "field-state": PackageResources.field_state_mustache,
        "frame": PackageResources.frame_mustache,
        "goal-removal": PackageResources.goal_removal_mustache,
        "goals": PackageResources.goals_mustache,
        "home": PackageResources.home_mustache,
        "metrics": PackageResources.metrics_mustache,
        "next-week": PackageResources.next_week_mustache,
        "pause": PackageResources.pause_mustache,
        "pause-request": PackageResources.pause_request_mustache,
        "places": PackageResources.places_mustache,
        "quiet-hours": PackageResources.quiet_hours_mustache,
        "record": PackageResources.record_mustache,
        "rule-file": PackageResources.rule_file_mustache,
        "rule-message": PackageResources.rule_message_mustache,
        "rule-notices": PackageResources.rule_notices_mustache,
        "rule-removal": PackageResources.rule_removal_mustache,
        "rules": PackageResources.rules_mustache,
        "schedule-form": PackageResources.schedule_form_mustache,
        "settings": PackageResources.settings_mustache,
        "target": PackageResources.target_mustache,
        "target-form": PackageResources.target_form_mustache,
        "trouble": PackageResources.trouble_mustache,
        "try-rules": PackageResources.try_rules_mustache,
        "week-result": PackageResources.week_result_mustache,
    ]

    /// The English texts by room.
    static let english: [String: [UInt8]] = [
        "checkIn": PackageResources.checkIn_json,
        "components": PackageResources.components_json,
        "decisions": PackageResources.decisions_json,
        "formats": PackageResources.formats_json,
        "frame": PackageResources.frame_json,
        "goals": PackageResources.goals_json,
        "home": PackageResources.home_json,
        "metrics": PackageResources.metrics_json,
        "pause": PackageResources.pause_json,
        "places": PackageResources.places_json,
        "quietHours": PackageResources.quietHours_json,
        "record": PackageResources.record_json,
        "rules": PackageResources.rules_json,
        "settings": PackageResources.settings_json,
        "trouble": PackageResources.trouble_json,
    ]

    private static let files: [String: (type: String, body: [UInt8])] = [
        "style.css": (
            "text/css; charset=utf-8",
            PackageResources.tokens_css + PackageResources.page_css
                + PackageResources.components_css
        ),
        "page.js": ("text/javascript; charset=utf-8", PackageResources.page_js),
        "icon.svg": ("image/svg+xml", PackageResources.icon_svg),
    ]

    /// What browsers ask for beside pages; nil where the path is none of those.
    static func file(_ path: [String]) -> PageResponse? {
        guard path.count == 1, let name = path.first, let file = files[name] else { return nil }
        return .file(contentType: file.type, body: file.body)
    }
}
