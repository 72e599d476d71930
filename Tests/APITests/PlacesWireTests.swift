import API
import Testing
import Varlink

/// How what belongs to a target goes over the socket, member by member.
@Suite struct PlacesWireTests {
    private func wire(_ value: some Encodable) throws -> String {
        try JSON(encoding: value).text
    }

    @Test func apiece() throws {
        let reply = TargetsAPI.Monitor.Reply(
            begins: true, places: [Sample.places], complete: false, awayAfter: 180)
        #expect(
            try wire(reply) == """
                {"begins":true,"places":[{"target":"games","name":"Games","enforcement":"stop",\
                "kill":true,"sites":["twitch.tv"],"siteCount":1,\
                "apps":["com.valvesoftware.Steam"],"executables":["/usr/games/supertux2"],\
                "exceptSites":["help.twitch.tv"],"onThaw":"stop","paths":["youtube.com/gaming"],\
                "exceptPaths":["youtube.com/gaming/chess"],"everySite":true}],"complete":false,\
                "awayAfter":180}
                """)
    }

    /// Sites that are left out are not the same as none.
    @Test func sitesThatAreNotTold() throws {
        var places = Sample.places
        places.sites = nil
        places.siteCount = 100_000
        let text = try wire(places)
        #expect(!text.contains("\"sites\"") && text.contains("\"siteCount\":100000"))
        let read = try JSON(parsing: text).decode(as: TargetsAPI.Places.self)
        #expect(read == places && read.sites == nil)
        places.sites = []
        #expect(try wire(places).contains("\"sites\":[]"))
    }

    @Test(arguments: [
        (TargetsAPI.Enforcement.freeze, "freeze"), (.stop, "stop"), (.notify, "notify"),
    ])
    func whatIsDone(enforcement: TargetsAPI.Enforcement, name: String) throws {
        #expect(try wire([enforcement]) == "[\"\(name)\"]")
        #expect(try JSON.string(name).decode(as: TargetsAPI.Enforcement.self) == enforcement)
    }

    @Test(arguments: ["", "Freeze", "kill", "pause"])
    func whatIsDoneIsOneOfThree(name: String) {
        #expect(throws: (any Error).self) {
            try JSON.string(name).decode(as: TargetsAPI.Enforcement.self)
        }
    }

    @Test func whatIsAsked() throws {
        #expect(try wire(TargetsAPI.Monitor.Parameters()) == "{}")
        #expect(try wire(TargetsAPI.Monitor.Parameters(siteLimit: 0)) == "{\"siteLimit\":0}")
        #expect(TargetsAPI.Monitor.method == "org.soteria.targets.Monitor")
    }
}
