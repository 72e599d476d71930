import API
import Testing
import Varlink

/// Requests, permissions and prompts as they stand on the socket.
@Suite struct ConversationWireTests {
    /// A place is one member and no other; what is not given is not sent.
    @Test(arguments: [
        (UnblockAPI.Place(target: "shopping"), #"{"target":"shopping"}"#),
        (UnblockAPI.Place(site: "www.amazon.com"), #"{"site":"www.amazon.com"}"#),
        (
            UnblockAPI.Place(target: nil, siteName: "a.org/b/c", app: nil),
            #"{"site":"a.org","path":"/b/c"}"#
        ),
        (UnblockAPI.Place(app: "com.valvesoftware.Steam"), #"{"app":"com.valvesoftware.Steam"}"#),
        (UnblockAPI.Place(protection: 18), #"{"protection":18}"#),
        (UnblockAPI.Place(everything: true), #"{"everything":true}"#),
        (UnblockAPI.Place(), "{}"),
    ])
    func aPlace(place: UnblockAPI.Place, text: String) throws {
        #expect(try ReplyText.compact(place) == text)
        #expect(try JSON(encoding: place).decode(as: UnblockAPI.Place.self) == place)
    }

    @Test func nullIsNotGiven() throws {
        let place: JSON = ["target": nil, "site": "a.org", "protection": nil, "everything": nil]
        #expect(try place.decode(as: UnblockAPI.Place.self) == .init(site: "a.org"))
        let asked: JSON = ["place": ["target": "games"], "intent": nil, "pause": nil]
        #expect(
            try asked.decode(as: UnblockAPI.Request.Parameters.self)
                == .init(place: .init(target: "games")))
    }

    /// Two members are read as they stand: to refuse them is the daemon's part, which knows both.
    @Test func twoPlacesAreBothRead() throws {
        let place: JSON = ["target": "games", "everything": false]
        #expect(
            try place.decode(as: UnblockAPI.Place.self)
                == .init(target: "games", everything: false))
    }

    /// An amount is text: its zeros and its dot are what the person typed.
    @Test(arguments: ["49.90", "0", "0.001", "1000000000", "-1", "1e9", "many", ""])
    func anAmountIsText(amount: String) throws {
        let intent = UnblockAPI.Intent(purpose: .planned, amount: amount, currency: "EUR")
        #expect(
            try ReplyText.compact(intent)
                == #"{"purpose":"planned","amount":"\#(amount)","currency":"EUR"}"#)
        #expect(try JSON(encoding: intent).decode(as: UnblockAPI.Intent.self).amount == amount)
    }

    @Test(arguments: [
        ["purpose": "planned", "amount": 49.9] as JSON, ["purpose": "planned", "minutes": "10"],
        ["purpose": "planned", "minutes": 2.5], ["purpose": "whim"], ["purpose": "PLANNED"],
        ["purpose": nil], ["mood": "tired"], [:], [], "planned",
    ])
    func anIntentOfAnotherShapeIsRefused(intent: JSON) {
        #expect(throws: DecodingError.self) { try intent.decode(as: UnblockAPI.Intent.self) }
    }

    @Test func aPurposeAloneIsAnIntent() throws {
        #expect(try ReplyText.compact(Sample.bareIntent) == #"{"purpose":"impulse"}"#)
    }

    @Test func aRequestWhoseIntentIsNotKnown() throws {
        #expect(
            try ReplyText.pretty(UnblockAPI.Request.Reply(request: Sample.bareRequest)) == """
                {
                  "request": {
                    "request": 42,
                    "place": {
                      "target": "social"
                    },
                    "targets": [
                      "social"
                    ],
                    "pause": true,
                    "at": "2026-11-21T22:30:00+01:00",
                    "expires": "2026-11-21T22:40:00+01:00",
                    "circumstances": {
                      "hour": 0,
                      "weekday": 1,
                      "requestsToday": 1,
                      "requestsThisWeek": 1,
                      "unblocksToday": 0,
                      "unblocksThisWeek": 0,
                      "quietHours": false
                    }
                  }
                }
                """)
    }

    @Test func aRequestThatWaits() throws {
        var request = Sample.request
        request.place = .init(site: "www.amazon.com")
        #expect(
            try ReplyText.pretty(UnblockAPI.List.Reply(requests: [request], grants: [])) == """
                {
                  "requests": [
                    {
                      "request": 41,
                      "place": {
                        "site": "www.amazon.com"
                      },
                      "targets": [
                        "games",
                        "shopping"
                      ],
                      "pause": false,
                      "at": "2026-11-21T22:30:00+01:00",
                      "intent": {
                        "purpose": "planned",
                        "category": "gift",
                        "mood": "happy",
                        "amount": "49.90",
                        "currency": "EUR",
                        "minutes": 10
                      },
                      "waitEnds": "2026-11-21T22:30:10+01:00",
                      "waitSeconds": 10,
                      "expires": "2026-11-21T22:40:10+01:00",
                      "circumstances": {
                        "hour": 22,
                        "weekday": 6,
                        "requestsToday": 2,
                        "requestsThisWeek": 5,
                        "unblocksToday": 1,
                        "unblocksThisWeek": 3,
                        "sinceLastUnblock": 1500,
                        "quietHours": true
                      },
                      "grantSeconds": 600,
                      "spending": false,
                      "emergency": true
                    }
                  ],
                  "grants": []
                }
                """)
    }

    @Test func whatConfirmingLedTo() throws {
        #expect(
            try ReplyText.compact(UnblockAPI.Confirm.Reply(grant: Sample.grant, blocked: [])) == """
                {"grant":{"grant":43,"request":41,"targets":["games","shopping"],\
                "purpose":"planned","at":"2026-11-21T22:30:12+01:00",\
                "until":"2026-11-21T22:45:12+01:00","seconds":900,"emergency":true},"blocked":[]}
                """)
        // A protection was ended: there is no permission, and a schedule still holds the target.
        #expect(
            try ReplyText.compact(UnblockAPI.Confirm.Reply(blocked: ["shopping"]))
                == #"{"blocked":["shopping"]}"#)
    }

    @Test func howOneRequestStands() throws {
        #expect(
            try ReplyText.compact(
                UnblockAPI.List.Reply(requests: [], grants: [], outcome: .expired))
                == #"{"requests":[],"grants":[],"outcome":"expired"}"#)
    }

    @Test func refusals() {
        #expect(
            UnblockAPI.WaitNotOver(remainingSeconds: 7).varlinkError.description
                == #"org.soteria.unblock.WaitNotOver {"remainingSeconds":7}"#)
        #expect(
            UnblockAPI.Strict(target: "shopping").varlinkError.description
                == #"org.soteria.unblock.Strict {"target":"shopping"}"#)
        #expect(
            UnblockAPI.RequestOver(request: 41, outcome: .protected).varlinkError.description
                == #"org.soteria.unblock.RequestOver {"request":41,"outcome":"protected"}"#)
        #expect(
            UnblockAPI.NotBlocked(targets: []).varlinkError.description
                == #"org.soteria.unblock.NotBlocked {"targets":[]}"#)
        #expect(
            UnblockAPI.UnknownMood(mood: "Böse", known: ["sad"]).varlinkError.description
                == #"org.soteria.unblock.UnknownMood {"mood":"Böse","known":["sad"]}"#)
    }
}

/// Prompts as they stand on the socket.
@Suite struct PromptWireTests {
    @Test func aBlockedSiteWasOpened() throws {
        let prompt = PromptsAPI.Prompt(
            prompt: 51, kind: .blockedOpened, at: Sample.now, until: Sample.later,
            title: "Shopping is blocked", text: "Planned or impulse?", targets: ["shopping"],
            site: "www.amazon.com", choices: [.keep, .planned, .impulse])
        #expect(
            try ReplyText.pretty(PromptsAPI.Monitor.Reply(opened: prompt)) == """
                {
                  "opened": {
                    "prompt": 51,
                    "kind": "blocked_opened",
                    "at": "2026-11-21T22:30:00+01:00",
                    "until": "2026-11-22T06:30:00+01:00",
                    "title": "Shopping is blocked",
                    "text": "Planned or impulse?",
                    "targets": [
                      "shopping"
                    ],
                    "site": "www.amazon.com",
                    "choices": [
                      "keep",
                      "planned",
                      "impulse"
                    ]
                  }
                }
                """)
    }

    @Test func somethingToBeTold() throws {
        #expect(
            try ReplyText.compact(PromptsAPI.List.Reply(prompts: [Sample.informing])) == """
                {"prompts":[{"prompt":52,"kind":"auto_protection",\
                "at":"2026-11-21T22:30:00+01:00","title":"Auto-Protection: High Risk Detected",\
                "text":"Shopping is blocked for two hours.","targets":[],\
                "choices":["why","dismiss"]}]}
                """)
    }

    /// The first reply of a quiet evening differs from a later one: it has the empty list.
    @Test func theRepliesOfMonitorAreToldApart() throws {
        let first = PromptsAPI.Monitor.Reply(prompts: [])
        #expect(try ReplyText.compact(first) == #"{"prompts":[]}"#)
        let later = PromptsAPI.Monitor.Reply(closed: 51, closing: .settled)
        #expect(try ReplyText.compact(later) == #"{"closed":51,"closing":"settled"}"#)
        let back = try JSON(encoding: later).decode(as: PromptsAPI.Monitor.Reply.self)
        #expect(back.prompts == nil && back.opened == nil && back.closed == 51)
    }

    @Test func whatAnAnswerLedTo() throws {
        let opened = PromptsAPI.Result(
            request: 41, waitEnds: Sample.later, waitSeconds: 30)
        #expect(
            try ReplyText.compact(PromptsAPI.Answer.Reply(result: opened)) == """
                {"result":{"request":41,"waitEnds":"2026-11-22T06:30:00+01:00","waitSeconds":30}}
                """)
        #expect(
            try ReplyText.compact(PromptsAPI.Answer.Reply(result: .init())) == #"{"result":{}}"#)
    }

    @Test(arguments: ["KEEP", "maybe", "", "blocked_opened", "nothingBought"])
    func anAnswerThatThereIsNotIsRefused(choice: String) {
        let asked: JSON = ["prompt": 51, "choice": .string(choice)]
        #expect(throws: DecodingError.self) {
            try asked.decode(as: PromptsAPI.Answer.Parameters.self)
        }
    }

    @Test func refusals() {
        #expect(
            PromptsAPI.NotAChoice(prompt: 52, choices: [.why, .dismiss]).varlinkError.description
                == #"org.soteria.prompts.NotAChoice {"prompt":52,"choices":["why","dismiss"]}"#)
        #expect(
            PromptsAPI.Strict(target: "games", until: Sample.later).varlinkError.description == """
                org.soteria.prompts.Strict {"target":"games","until":"2026-11-22T06:30:00+01:00"}
                """)
    }
}

/// Members that grants and auto-protection added to the older interfaces.
@Suite struct GrantedWireTests {
    @Test func aTargetThatAPermissionKeepsOpen() throws {
        #expect(
            try ReplyText.compact(Sample.granted) == """
                {"target":"games","name":"Games","blocked":false,"strict":false,\
                "since":"2026-11-21T22:30:00+01:00","restrictions":[],"monitored":true,\
                "sites":0,"apps":3,"grantedUntil":"2026-11-22T06:30:00+01:00"}
                """)
    }

    @Test func aDecisionThatAPermissionBroughtAbout() throws {
        #expect(
            try ReplyText.compact(Sample.opening) == """
                {"sequence":18,"at":"2026-11-21T22:30:00+01:00","target":"games","name":"Games",\
                "verdict":"unblock","restrictions":[],"cause":"grant",\
                "grantedUntil":"2026-11-22T06:30:00+01:00"}
                """)
    }

    /// A daemon of before permissions says nothing of them; its replies are still read.
    @Test func olderRepliesAreRead() throws {
        let older: JSON = [
            "target": "games", "name": "Games", "blocked": false, "strict": false,
            "restrictions": [], "monitored": true, "sites": 0, "apps": 3,
        ]
        let state = try older.decode(as: ProtectionAPI.TargetState.self)
        #expect(state.grantedUntil == nil && state.apps == 3)
        let asked: JSON = ["seconds": 60]
        #expect(try asked.decode(as: ProtectionAPI.Start.Parameters.self) == .init(seconds: 60))
    }

    @Test func anAutoProtectionThatDoesNotRun() throws {
        #expect(
            try ReplyText.compact(
                ProtectionAPI.SetAutoProtection.Reply(rule: Sample.idleAutoProtection)) == """
                    {"rule":{"rule":"weekend","name":"Weekend","targets":[],"condition":"true",\
                    "seconds":60,"againAfter":0,"enabled":false,"switched":true,"strict":true}}
                    """)
    }

    @Test func whatIsStrictCannotBeSwitchedOff() {
        #expect(
            ProtectionAPI.Strict(until: Sample.later).varlinkError.description == """
                org.soteria.protection.Strict {"until":"2026-11-22T06:30:00+01:00"}
                """)
        #expect(ProtectionAPI.Strict().varlinkError.parameters.isEmpty)
    }

    /// Scores of the past have their three decimals like those of now.
    @Test func recordedScores() throws {
        let point = RiskAPI.Point(
            at: Sample.now, score: FixedPoint(thousandths: 1000),
            automatic: FixedPoint(thousandths: 50), level: .critical, factors: ["late_night"])
        #expect(
            try ReplyText.compact(RiskAPI.History.Reply(points: [point])) == """
                {"points":[{"at":"2026-11-21T22:30:00+01:00","score":1.000,"automatic":0.050,\
                "level":"critical","factors":["late_night"]}]}
                """)
    }
}
