import RuleFiles
import RuleModel

/// A large rule set read from text.
enum RuleFileBenchmarks {
    static func rows() throws -> [Row] {
        let loader = RuleLoader(zones: ZoneSource(environment: [:]))
        let schedules = RuleText(path: "/bench/10.yaml", layer: 2, text: schedules())
        let sites = RuleText(path: "/bench/20.yaml", layer: 2, text: sites())
        return [
            row("rules: 1,000 schedules and 1,000 factors loaded", loader, [schedules]),
            row("rules: 100,000 sites loaded", loader, [sites]),
        ]
    }

    private static func row(_ work: String, _ loader: RuleLoader, _ texts: [RuleText]) -> Row {
        let figure = Measure.nanoseconds(runs: 5, count: 1) {
            let loading = loader.load(sources: texts)
            precondition(loading.errors == 0, loading.rendered(color: false))
        }
        return Row(work: work, figure: Measure.text(figure), bar: "300 ms")
    }

    private static func schedules() -> String {
        var text = "targets:\n  one: {name: One, sites: [one.example]}\nquiet_hours:\n"
        for number in 0..<1000 {
            text += "  s\(number): {name: S\(number), block: [one], "
            text += "ranges: [{days: mon-fri, time: \"22:30-06:30\"}]}\n"
        }
        text += "risk:\n  factors:\n"
        for number in 0..<1000 {
            text += "    f\(number): {weight: 0.001, when: \"local.hour >= \(number % 24)\"}\n"
        }
        return text
    }

    private static func sites() -> String {
        var text = "targets:\n  many:\n    name: Many\n    sites:\n"
        for number in 0..<100_000 { text += "      - site\(number).example\n" }
        return text
    }
}
