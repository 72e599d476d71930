import API

/// The first page of a pause: what it is to be about, what runs, and what came of earlier times.
enum PausePage {
    /// A request that was made in vain, to be said and to be kept in the form.
    struct Trouble {
        var notice: Notice?
        /// The fault of the choice of what the pause is about.
        var placeError: String?
        /// The unblock whose outcome could not be logged, with what was typed.
        var outcome: (request: Int, form: OutcomeForm)?
        var status = 422
    }

    struct View {
        let notice: Notice?
        /// How many protection moments there were today, where one has just been added.
        let kept: String?
        let running: [Running]
        let grants: [Granted]
        let beginning: Beginning?
        let outcomes: [OutcomeForm.View]
    }

    struct Running {
        let number: Int
        let subject: String
        let label: String
    }

    struct Granted {
        let names: String
        let until: String
        let instant: String
        let seconds: Int
        let left: String
    }

    struct Beginning {
        let places: [FormChoice]
        let placeError: String?
    }

    static func show(_ context: PageContext, _ trouble: Trouble? = nil) throws -> PageResponse {
        let scene = try PauseScene(context)
        let view = View(
            notice: trouble?.notice, kept: try kept(context),
            running: scene.open.requests.map { running($0, scene) },
            grants: scene.open.grants.map { granted($0, scene) },
            beginning: beginning(scene, trouble?.placeError),
            outcomes: try outcomes(scene, trouble?.outcome))
        return context.show(
            "pause", title: context.texts("pause.title"), view, status: trouble?.status ?? 200)
    }

    /// Worth a call only where the person has just kept a block; the page is as good without.
    private static func kept(_ context: PageContext) throws -> String? {
        guard context.request.query["done"] == "kept" else { return nil }
        do {
            let today = try context.daemon.call(MetricsAPI.Get.self, .init(range: .today))
            return today.metrics.kept > 0
                ? context.texts(
                    "pause.keptToday", ["number": context.formats.number(today.metrics.kept)])
                : nil
        } catch CallFailure.refused {
            return nil
        }
    }

    private static func running(_ request: UnblockAPI.OpenRequest, _ scene: PauseScene) -> Running {
        let texts = scene.context.texts
        let label =
            switch request.waitSeconds {
            case nil: texts("pause.runningAsked", ["time": scene.moment(request.at)])
            case 0?: texts("pause.runningReady", ["time": scene.moment(request.expires)])
            case let seconds?:
                texts("pause.runningWaits", ["time": scene.length(seconds)])
            }
        return Running(number: request.request, subject: scene.subject(request), label: label)
    }

    private static func granted(_ grant: UnblockAPI.Grant, _ scene: PauseScene) -> Granted {
        Granted(
            names: scene.state.names(of: grant.targets),
            until: scene.context.texts("pause.openUntil", ["time": scene.moment(grant.until)]),
            instant: grant.until, seconds: grant.seconds, left: scene.length(grant.seconds))
    }

    /// The choice of a pause's subject; nil if nothing is monitored. `?target=KEY` chooses one.
    private static func beginning(_ scene: PauseScene, _ error: String?) -> Beginning? {
        let request = scene.context.request
        let chosen =
            request.form["place"]?.last ?? request.query["target"].map { "target:\($0)" } ?? ""
        let monitored = scene.state.targets.filter(\.monitored)
        guard !monitored.isEmpty else { return nil }
        let everything = FormChoice(
            id: "place-0", value: PauseBeginning.everything,
            label: scene.context.texts("pause.everything"),
            about: scene.context.texts("pause.everythingAbout"), isChosen: false)
        var places =
            [everything]
            + monitored.enumerated().map { index, target in
                FormChoice(
                    id: "place-\(index + 1)", value: "target:\(target.target)", label: target.name,
                    about: scene.standing(target).label, isChosen: false)
            }
        let index = places.firstIndex { $0.value == chosen } ?? 0
        places[index].isChosen = true
        places[index].isFocused = error != nil
        return Beginning(places: places, placeError: error)
    }

    /// The unblocks whose outcome nobody told yet, the newest first; not those that still run.
    private static func outcomes(
        _ scene: PauseScene, _ typed: (request: Int, form: OutcomeForm)?
    ) throws -> [OutcomeForm.View] {
        let running = Set(scene.open.grants.map(\.request))
        // One that was typed about may be older than those that are shown otherwise.
        let reply = try scene.context.daemon.call(
            UnblockAPI.Unblocks.self,
            .init(limit: typed == nil ? 3 + running.count : nil, unlogged: true))
        let ended = reply.unblocks.filter { !running.contains($0.request) }
        let about = ended.filter { $0.request == typed?.request }
        let others = ended.filter { $0.request != typed?.request }
        return (about + others).prefix(3).map { unblock in
            let form = typed?.request == unblock.request ? typed?.form : nil
            return (form ?? OutcomeForm()).view(of: unblock, scene)
        }
    }
}
