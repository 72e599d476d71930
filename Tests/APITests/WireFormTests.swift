import API
import Testing
import Varlink
import VarlinkIDL

/// Replies as they stand on the socket, members in the order of their declaration.
@Suite struct WireFormTests {
    @Test func theStateOfTheTargets() throws {
        let reply = ProtectionAPI.List.Reply(
            now: Sample.now, sequence: 17, nextChange: Sample.later,
            targets: [Sample.blocked, Sample.open])
        #expect(
            try ReplyText.pretty(reply) == """
                {
                  "now": "2026-11-21T22:30:00+01:00",
                  "sequence": 17,
                  "nextChange": "2026-11-22T06:30:00+01:00",
                  "targets": [
                    {
                      "target": "shopping",
                      "name": "Shopping",
                      "blocked": true,
                      "strict": true,
                      "since": "2026-11-21T22:30:00+01:00",
                      "until": "2026-11-22T06:30:00+01:00",
                      "restrictions": [
                        {
                          "kind": "quiet_hours",
                          "rule": "nights",
                          "name": "Financial quiet mode",
                          "until": "2026-11-22T06:30:00+01:00",
                          "strict": true
                        },
                        {
                          "kind": "check_in",
                          "rule": "morning",
                          "name": "Morning",
                          "strict": false
                        }
                      ],
                      "monitored": true,
                      "sites": 2,
                      "apps": 1
                    },
                    {
                      "target": "social",
                      "name": "Social media",
                      "blocked": false,
                      "strict": false,
                      "restrictions": [],
                      "monitored": false,
                      "sites": 0,
                      "apps": 0
                    }
                  ]
                }
                """)
    }

    @Test func aDecision() throws {
        #expect(
            try ReplyText.pretty(ProtectionAPI.Monitor.Reply(decision: Sample.decision)) == """
                {
                  "decision": {
                    "sequence": 17,
                    "at": "2026-11-21T22:30:00+01:00",
                    "target": "shopping",
                    "name": "Shopping",
                    "verdict": "block",
                    "restrictions": [
                      {
                        "kind": "quiet_hours",
                        "rule": "nights",
                        "name": "Financial quiet mode",
                        "until": "2026-11-22T06:30:00+01:00",
                        "strict": true
                      }
                    ],
                    "until": "2026-11-22T06:30:00+01:00",
                    "cause": "schedule"
                  }
                }
                """)
    }

    @Test func theRisk() throws {
        #expect(
            try ReplyText.pretty(RiskAPI.GetStatus.Reply(status: Sample.risk)) == """
                {
                  "status": {
                    "score": 0.400,
                    "automatic": 0.400,
                    "level": "moderate",
                    "thresholds": {
                      "moderate": 0.400,
                      "high": 0.600,
                      "critical": 0.800
                    },
                    "assessedAt": "2026-11-21T22:30:00+01:00",
                    "nextAt": "2026-11-22T06:30:00+01:00",
                    "factors": [
                      {
                        "factor": "late_night",
                        "weight": 0.400,
                        "holds": true,
                        "automatic": true,
                        "condition": "local.hour >= 22",
                        "values": [
                          {
                            "variable": "local.hour",
                            "value": "22"
                          }
                        ],
                        "problem": "overflow"
                      }
                    ]
                  }
                }
                """)
    }

    @Test func anErrorWithDiagnostics() throws {
        let error = RulesAPI.RulesRefused(errors: 1, diagnostics: [Sample.wholeFile])
        #expect(
            error.varlinkError.description == """
                org.soteria.rules.RulesRefused {"errors":1,"diagnostics":[{"severity":"warning",\
                "message":"the file is empty","file":"a.yaml",\
                "notes":[{"file":"b.yaml","message":"see here"}]}]}
                """)
    }

    /// Members come in the order of the files, in everything that is sent.
    @Test func theOrderIsThatOfTheDeclaration() throws {
        for text in Interfaces.descriptions {
            let description = try InterfaceDescription(text)
            for example in try Example.all() where example.interface == description.name {
                let method = try #require(description.method(example.method))
                for reply in example.replies {
                    #expect(isInOrder(reply, method.reply, description), "\(example.method)")
                }
                for asked in example.parameters {
                    #expect(isInOrder(asked, method.parameters, description), "\(example.method)")
                }
            }
        }
    }

    private func isInOrder(
        _ value: JSON, _ type: InterfaceType, _ description: InterfaceDescription
    ) -> Bool {
        switch (type, value) {
        case (.nullable(let inner), _): return isInOrder(value, inner, description)
        case (.named(let name), _):
            let declared = description.types.first { $0.name == name }
            return declared.map { isInOrder(value, $0.type, description) } ?? false
        case (.array(let inner), .array(let elements)):
            return elements.allSatisfy { isInOrder($0, inner, description) }
        case (.structure(let fields), .object(let members)):
            let declared = fields.map(\.name).filter { members[$0] != nil }
            return declared == members.names
                && fields.allSatisfy { field in
                    members[field.name].map { isInOrder($0, field.type, description) } ?? true
                }
        default: return true
        }
    }
}
