import RuleModel

/// The parts of soteria-rules(5) about rules at work, beside the keys that files can have.
extension RuleManual {
    static func strict(_ page: inout Roff) {
        page.heading("STRICT RULES")
        page.paragraph(
            "Schedules, budgets, check-ins and auto-protections can have `strict: true`; for "
                + "check-ins, this is the default. While a strict rule blocks a target, every "
                + "permission to use the target ends, you cannot unblock the target (the refusal "
                + "says when the rule ends), and Soteria's tools do not switch the rule off. Other "
                + "rules do not change that: a target is blocked while any rule blocks it, and its "
                + "requests are refused while any of these rules is strict. If the rules set "
                + "`emergency` under `unblock`, you can open such a target in an emergency, unless "
                + "a strict check-in blocks it.")
        page.paragraph(
            "`strict` binds Soteria's tools, not the files: anyone who can edit a rule file can "
                + "remove the rule. To put time between such an edit and its effect, set "
                + "`edits: {weakening_waits: 24h}`. Nor can `strict` stop a person who stops or "
                + "removes Soteria; the record shows that, and `docs/SECURITY.md` lists what else "
                + "Soteria cannot prevent.")
    }

    static func edits(_ page: inout Roff) {
        page.heading("EDITS THAT WAIT")
        page.paragraph(
            "With `edits: {weakening_waits: 24h}`, an edit that makes the rules stricter takes "
                + "effect at once, and an edit that makes them weaker waits for 24 hours. Until "
                + "then, the rules from before and after the edit apply together: a target is "
                + "blocked if either set blocks it, and the higher risk score, the longer wait and "
                + "the shorter permission count. An edit that Soteria cannot compare with the "
                + "rules before counts as weaker.")
        page.item(
            "The delay itself",
            "The longer of the old and the new delay counts. Lowering the delay weakens the rules, "
                + "so it waits too. Sleep, restarts and changes of the clock do not shorten the "
                + "delay. An edit made while the daemon is stopped is an edit like any other.")
        page.item(
            "Switches",
            "Switching a rule or a target off with one of Soteria's tools waits as well; switching "
                + "it on again cancels that.")
        page.item(
            "Undoing",
            "To cancel an edit that waits, undo the edit in the file. For "
                + "\(RuleSet.revocability.minutes) minutes, any edit can be undone completely, "
                + "including the parts that made the rules stricter.")
        page.item(
            "Upper limit",
            "At most eight edits can wait. A ninth edit that weakens the rules is refused like a "
                + "file with an error, and accepted when the first edit has waited long enough.")
        page.paragraph(
            "`soteria rules list` and `soteria status` show the edits that wait. While the earlier "
                + "version of a rule still applies, it is listed as `KEY@` and six digits. "
                + "`soteria rules diff OLD NEW` shows what an edit makes stricter or weaker before "
                + "you save it.")
    }

    static func tests(_ page: inout Roff) {
        page.heading("TESTS")
        page.paragraph(
            "Files named `*.test.yaml` contain cases: what is on record, what the time is, and "
                + "what the rules should do then. `soteria rules test` runs them on the daemon's "
                + "engine with simulated time; it needs no daemon and does not change the record. "
                + "Unless a test file names its rules with `rules:`, it tests the rule files in "
                + "its directory, on top of the shipped defaults.")
        page.example(
            """
            cases:
              - name: The shops close for the night
                now: mon 2026-11-16 22:29
                given: [{unblock: shopping, ago: 50m}]
                expect: {open: [shopping]}
                then:
                  - {at: "22:30", expect: {blocked: [shopping]}}

            """)
        page.paragraph(
            "The guide in `docs/rules.md` lists every key of a case. `soteria rules test "
                + "--coverage` counts how often each condition was true and false; `soteria rules "
                + "schema --tests` prints a JSON Schema of test files for editors.")
    }
}
