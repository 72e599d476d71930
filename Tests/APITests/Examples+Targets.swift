import API
import Varlink

extension Example {
    static func targets() throws -> [Example] {
        let name = TargetsAPI.interface
        return try [
            Example(
                TargetsAPI.List.self, interface: name, parameters: [.init()],
                replies: [.init(targets: [Sample.target])]),
            Example(
                TargetsAPI.Monitor.self, interface: name,
                parameters: [.init(siteLimit: 5000), .init()],
                replies: [
                    .init(
                        begins: true, places: [Sample.places, Sample.barePlaces], complete: false,
                        awayAfter: 180),
                    .init(begins: false, places: [], complete: true),
                ]),
            Example(
                TargetsAPI.SetMonitored.self, interface: name,
                parameters: [.init(target: "shopping", monitored: false)],
                replies: [
                    .init(target: Sample.target, pendingUntil: Sample.later, recorded: false)
                ]),
            Example(
                TargetsAPI.SetName.self, interface: name,
                parameters: [.init(site: "amazon.com", app: "steam", name: "The river"), .init()],
                replies: [.init(targets: [Sample.target])]),
        ]
    }
}
