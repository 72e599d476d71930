extension InterfaceShapeTests {
    static let prompts = """
        method List
          -> prompts: []Prompt
        method Monitor
          -> prompts: ?[]Prompt
          -> opened: ?Prompt
          -> closed: ?int
          -> closing: ?Closing
        method Answer
          prompt: int
          choice: Choice
          schedule: ?string
          -> result: Result
          -> recorded: ?bool
        type Kind
          blocked_opened
          risk_high
          auto_protection
          log_outcome
          check_in
          risky_hour
          closing
          check_in_text
        type Choice
          keep
          planned
          impulse
          protect
          dismiss
          why
          bought
          nothing_bought
          worth_it
          not_worth_it
          later
          yes
          no
          end
          switch_on
        type Prompt
          prompt: int
          kind: Kind
          at: string
          until: ?string
          title: string
          text: string
          targets: []string
          site: ?string
          app: ?string
          choices: []Choice
          request: ?int
          checkIn: ?string
          welcome: ?string
          reminder: ?bool
          path: ?string
          schedule: ?string
          scheduleName: ?string
        type Result
          request: ?int
          waitEnds: ?string
          waitSeconds: ?int
          protection: ?int
          until: ?string
          text: ?string
          checkIn: ?string
          heading: ?string
          suggestions: ?[]string
        type Closing
          answered
          expired
          settled
        error NoSuchPrompt
          prompt: int
        error NotAChoice
          prompt: int
          choices: []Choice
        error Strict
          target: string
          until: ?string
          restriction: ?string
          checkIn: ?string
          emergency: ?bool
        error NotOpen
          checkIn: string
          next: string
        error AlreadyAnswered
          checkIn: string
          yes: bool
          next: string
        error TooLate
          request: int
          days: int
        error NotPossible
          reason: string
        error StoreUnavailable
          reason: string
        """
}
