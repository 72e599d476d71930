import API
import ArgumentParser

/// What an unblock request is about, as options.
struct PlaceOptions: ParsableArguments {
    @Argument(help: "The target's key.", completion: Completions.targets)
    var target: String?

    @Option(help: ArgumentHelp("A site, with all targets it is in.", valueName: "host"))
    var site: String?

    @Option(
        help: ArgumentHelp(
            "An app or an executable, with all targets it is in.", valueName: "id|path"))
    var app: String?

    /// How many places were named; more than one is a mistake, which the command explains since
    /// it may take other places too.
    var count: Int { [target, site, app].compactMap(\.self).count }

    /// The place that was named; nil where none was.
    var place: UnblockAPI.Place? {
        guard target != nil || site != nil || app != nil else { return nil }
        return UnblockAPI.Place(target: target, site: site, app: app)
    }
}

extension UnblockAPI.Place {
    /// The arguments of `soteria unblock` that name the place again; none for a pause.
    var arguments: String {
        if let target { return " " + target }
        if let site { return " --site " + site }
        if let app { return " --app " + app }
        return protection.map { " --protection \($0)" } ?? ""
    }
}
