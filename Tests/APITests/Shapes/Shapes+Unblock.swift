extension InterfaceShapeTests {
    static let unblock = """
        method Options
          -> categories: []string
          -> moods: []string
          -> plannedWait: int
          -> impulseWait: int
          -> grant: int
          -> emergency: ?Emergency
        method Request
          place: Place
          intent: ?Intent
          pause: ?bool
          emergency: ?bool
          -> request: OpenRequest
          -> recorded: ?bool
        method Keep
          request: int
          -> today: int
          -> recorded: ?bool
        method Confirm
          request: int
          -> grant: ?Grant
          -> blocked: []string
        method Protect
          request: int
          seconds: ?int
          -> protection: int
          -> targets: []string
          -> until: string
          -> recorded: ?bool
        method EndGrants
          place: Place
          -> grants: []int
          -> targets: []string
          -> blocked: []string
          -> recorded: ?bool
        method Attempt
          site: ?string
          app: ?string
          thawed: ?bool
          path: ?string
          -> blocked: bool
          -> targets: []string
          -> recorded: ?bool
        method List
          request: ?int
          -> requests: []OpenRequest
          -> grants: []Grant
          -> outcome: ?Outcome
        method LogOutcome
          request: int
          bought: bool
          amount: ?string
          currency: ?string
          regret: ?int
          -> outcome: LoggedOutcome
        method Unblocks
          limit: ?int
          unlogged: ?bool
          -> unblocks: []Unblocked
        type Purpose
          planned
          impulse
        type Intent
          purpose: Purpose
          category: ?string
          mood: ?string
          amount: ?string
          currency: ?string
          minutes: ?int
        type Place
          target: ?string
          site: ?string
          app: ?string
          protection: ?int
          everything: ?bool
          path: ?string
        type Circumstances
          hour: int
          weekday: int
          requestsToday: int
          requestsThisWeek: int
          unblocksToday: int
          unblocksThisWeek: int
          sinceLastUnblock: ?int
          quietHours: bool
        type EmergencyPeriod
          day
          week
          month
        type Emergency
          count: int
          per: EmergencyPeriod
          used: int
          next: ?string
          waitSeconds: int
        type OpenRequest
          request: int
          place: Place
          targets: []string
          pause: bool
          at: string
          intent: ?Intent
          waitEnds: ?string
          waitSeconds: ?int
          expires: string
          circumstances: Circumstances
          grantSeconds: ?int
          spending: ?bool
          emergency: ?bool
        type Grant
          grant: int
          request: int
          targets: []string
          purpose: Purpose
          at: string
          until: string
          seconds: int
          emergency: ?bool
        type Outcome
          open
          kept
          unblocked
          expired
          lapsed
          protected
        type LoggedOutcome
          bought: bool
          amount: ?string
          currency: ?string
          regret: ?int
          at: string
          spending: ?bool
        type Unblocked
          request: int
          targets: []string
          at: string
          purpose: Purpose
          category: ?string
          mood: ?string
          estimate: ?string
          currency: ?string
          intendedMinutes: ?int
          used: bool
          usedSeconds: int
          outcome: ?LoggedOutcome
          spending: ?bool
        error NoSuchTarget
          target: string
        error NotMonitored
          target: string
        error NoSuchProtection
          protection: int
        error NotBlocked
          targets: []string
        error Strict
          target: string
          until: ?string
          restriction: ?string
          checkIn: ?string
          emergency: ?Emergency
        error EmergencyUsed
          target: string
          emergency: Emergency
        error AlreadyOpen
          request: int
        error NoSuchRequest
          request: int
        error RequestOver
          request: int
          outcome: Outcome
        error BeingConfirmed
          request: int
        error IntentNeeded
          request: int
        error WaitNotOver
          remainingSeconds: int
        error NotUnblocked
          request: int
          outcome: Outcome
        error TooLate
          request: int
          days: int
        error InvalidRegret
          regret: int
          minimum: int
          maximum: int
        error UnknownCategory
          category: string
          known: []string
        error UnknownMood
          mood: string
          known: []string
        error InvalidAmount
          amount: string
          problem: string
        error InvalidMinutes
          minutes: int
          minimum: int
          maximum: int
        error InvalidDuration
          seconds: int
          minimum: int
          maximum: int
        error StoreUnavailable
          reason: string
        """
}
