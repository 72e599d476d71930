import API

extension Example {
    static func dashboard() throws -> [Example] {
        try [
            Example(
                DashboardAPI.Open.self, interface: DashboardAPI.interface,
                parameters: [.init(page: "metrics"), .init()],
                replies: [.init(file: "/run/user/1000/soteria/open.html")])
        ]
    }
}
