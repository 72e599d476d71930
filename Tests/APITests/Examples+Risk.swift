import API
import Varlink

extension Example {
    static func risk() throws -> [Example] {
        let name = RiskAPI.interface
        return try [
            Example(
                RiskAPI.GetStatus.self, interface: name, parameters: [.init()],
                replies: [.init(status: Sample.risk)]),
            Example(
                RiskAPI.Monitor.self, interface: name, parameters: [.init()],
                replies: [.init(status: Sample.risk)]),
            Example(
                RiskAPI.History.self, interface: name,
                parameters: [.init(from: Sample.now, to: Sample.later, limit: 100), .init()],
                replies: [
                    .init(points: [
                        .init(
                            at: Sample.now, score: FixedPoint(thousandths: 500),
                            automatic: FixedPoint(thousandths: 400), level: .moderate,
                            factors: ["late_night", "tired"])
                    ]),
                    .init(points: []),
                ]),
        ]
    }
}
