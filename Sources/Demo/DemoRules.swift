import RuleFiles
import RuleModel

/// The rules for a demo, on top of the shipped defaults.
package struct DemoRules: Sendable {
    package var files: [(name: String, text: String)]

    /// Loads the rules on top of the embedded defaults, with the real loader; also returns the
    /// machine's time zone, from the zone files that the environment names.
    ///
    /// The files have names that do not depend on this machine, so that the record of them is the
    /// same everywhere.
    package func load(_ environment: [String: String]) throws -> (
        rules: RuleSet, zone: TimeZoneRules
    ) {
        let zones = ZoneSource(environment: environment)
        let loader = RuleLoader(zones: zones)
        let defaults = loader.load(RuleDirectories(overriding: [])).sources
        let own = files.map { RuleText(path: "demo/\($0.name)", layer: 1, text: $0.text) }
        let loading = loader.load(sources: defaults + own)
        guard let rules = loading.ruleSet else {
            throw DemoFailure(
                description: "the demo's rules have errors:\n"
                    + loading.rendered(color: false))
        }
        return (rules, zones.local().zone)
    }

    /// The rules for one day: a target, a check-in, a budget, quiet hours, and an own factor.
    package static let day = DemoRules(files: [
        (
            "10-day.yaml",
            """
            # The rules of the day that `soteria demo` shows.
            version: 1
            targets:
              shopping: {name: Shopping, sites: [amazon.com, ebay.com, etsy.com]}
            quiet_hours:
              work: {name: Work, block: [shopping], ranges: [{days: weekdays, time: "09:00-17:00"}]}
              nights: {name: Quiet nights, block: [shopping], ranges: [{time: "22:00-06:30"}]}
            check_ins:
              morning:
                question: Did you plan what to buy today?
                opens: "04:00"
                blocks: [shopping]
            budgets:
              shops: {name: Time for shops, target: shopping, limit: 45m, per: day, resets: "04:00"}
            risk:
              factors:
                budget_spent: {weight: 0.15, when: budgets.shops.left <= duration("0s")}

            """
        )
    ])

    /// The rules of a person who has used Soteria for a while.
    package static let year = DemoRules(files: [
        (
            "10-targets.yaml",
            """
            # The targets. Written by `soteria demo`; change anything you like.
            version: 1
            targets:
              shopping: {name: Shopping, sites: [amazon.com, ebay.com, etsy.com]}
              social: {name: Social media, sites: [instagram.com, reddit.com, tiktok.com]}
              games:
                name: Games
                sites: [store.steampowered.com]
                apps: [com.valvesoftware.Steam]

            """
        ),
        (
            "20-times.yaml",
            """
            # Quiet hours, check-ins, budgets. Written by `soteria demo`; change anything you like.
            version: 1
            quiet_hours:
              weeknights:
                name: Quiet nights
                block: [shopping, games]
                ranges: [{days: sun-thu, time: "21:30-06:30"}]
              weekends:
                name: Weekend nights
                block: [shopping]
                ranges: [{days: fri-sat, time: "22:00-08:00"}]
              work:
                name: Work
                block: [social, games]
                ranges:
                  - {days: weekdays, time: "09:00-12:30"}
                  - {days: weekdays, time: "13:30-17:00"}
            check_ins:
              morning:
                welcome: One question a day, before anything else.
                question: Did you plan what to buy today?
                opens: "04:00"
                reminder: "10:00"
                blocks: [shopping]
                on_no:
                  block: [shopping]
                  heading: Plan first
                  suggestions: [Write the list., Sleep on it., Ask a friend.]
                  texts:
                    - What is not on the list can wait.
                    - Most cravings pass within a day.
                    - The basket will still be there tomorrow.
            budgets:
              social: {name: Social media, target: social, limit: 45m, per: day, resets: "04:00"}
              games: {name: Games, target: games, limit: 4h, per: week, resets: "04:00"}

            """
        ),
        (
            "30-risk.yaml",
            """
            # An additional risk factor. Written by `soteria demo`; change anything you like.
            version: 1
            risk:
              factors:
                regrets: {weight: 0.10, when: regret.mean_30_days >= 2.0}

            """
        ),
    ])
}

/// The reason why a demo cannot be created.
package struct DemoFailure: Error, CustomStringConvertible {
    package let description: String
}
