import API

enum TargetText {
    /// One block for each target; lists are shown in part where they are long.
    static func list(_ targets: [TargetsAPI.Target], _ style: Style) -> String {
        if targets.isEmpty { return "No rule file names a target.\n" }
        return targets.map { one($0, style) }.joined(separator: "\n")
    }

    private static func one(_ target: TargetsAPI.Target, _ style: Style) -> String {
        let state =
            target.blocked ? "blocked" : RestrictionText.open(monitored: target.monitored)
        let mark = style.apply(target.blocked ? .bad : .good, target.blocked ? "●" : "○")
        var table = TextTable()
        if target.siteCount > 0 {
            table.add(.init("Sites", .faint), .init(entries(target.sites, of: target.siteCount)))
        }
        if target.appCount > 0 {
            table.add(.init("Apps", .faint), .init(entries(target.apps, of: target.appCount)))
        }
        if target.executableCount > 0 {
            let paths = entries(target.executables, of: target.executableCount)
            table.add(.init("Executables", .faint), .init(paths))
        }
        if target.appCount + target.executableCount > 0 {
            table.add(.init("On block", .faint), .init(enforcement(target)))
        }
        for name in target.names {
            let place = name.site ?? name.app ?? ""
            table.add(.init("Name", .faint), .init("\(place) is \(name.name)"))
        }
        return "\(mark) \(style.apply(.strong, Printable.text(target.name))) "
            + "(\(Printable.text(target.target))) \(state)\n" + table.text(style, indent: 2)
    }

    /// What is done with its apps while it is blocked: `freeze`, `stop, and kill what stays`.
    private static func enforcement(_ target: TargetsAPI.Target) -> String {
        target.enforcement.rawValue + (target.kill ? ", and kill what stays" : "")
    }

    private static func entries(_ entries: [String], of count: Int) -> String {
        let shown = entries.prefix(12)
        let more = count > shown.count ? " and \(count - shown.count) more" : ""
        return shown.joined(separator: ", ") + more
    }
}
