import Engine
import Systemd

/// The kinds of journal entries, each with the id under which the catalog explains it.
enum EntryKind: String, CaseIterable {
    case started = "cd935025cf974510af51863d3e882ef1"
    case stopping = "2f4a56e6bbf24c2dafbd21e228fabcdc"
    case rulesLoaded = "9a617126e46e4195ad28085c82a47db1"
    case defaultsChanged = "5d3e0f1c9b7a4c0e8f62a1d47be9c350"
    case rulesRefused = "8679c421dfdb4d4487631dcd3545cc79"
    case quietHoursBegan = "cdd799f77a004f3f916c90dc7dbef97f"
    case quietHoursEnded = "0825d5077b56436cbdf85284de4eaa68"
    case block = "96fb9aa69f6d409b841f6a0dc8823e5c"
    case unblock = "f3a9344deef941cbab4b32b3172bae8c"
    case update = "8389a4a90bf94c8594f96fdb4db4bc08"
    case protectionStarted = "154dbb5dee9745028011a003372db7d7"
    case protectionEnded = "02457fc771f84f49aa782969969d6632"
    case clockJumped = "7403d87f48c44304beec36d431b03d34"
    case clockAdopted = "338e8917fa964650834502e5b085cc40"
    case zoneChanged = "26e11d9f3bd4416f810d4104d0ad8c50"
    case switched = "69cb3241e87e4f15b4ba276170007778"
    case monitoringChanged = "63016d9f6b2c4be6ae3d340b7d16ebfa"
    case storeDamaged = "df9734f443bb40b3adb4d9465ef4f7fb"
    case storeFailing = "9850d80e718f4a95be155f38dce83f70"
    case storeRecovered = "2ffe0fcf84054fad8131507251c6e7e5"
    case riskAssessed = "6f659faaa3d34ffcb29883ed0ce5c4f4"
    case subscriberDropped = "048744763cb04e8a841c7260f360d622"
    case otherUserRefused = "e6d2218742f14992a344353ee90068b4"
    case attempted = "4849f67f02984e6498cdf856fcbe8b69"
    case unblocked = "7840be07d2164c7f8806b05068115d8a"
    case unblockRequested = "cd4f09cdcece4957a2e271a956da02a1"
    case blockKept = "e8770e4552844e0cb59c982f3e5fafb4"
    case requestClosed = "ea7da96659e94e119a2ae0cbad507d07"
    case grantEnded = "7cf6f252462247458146d76b407cbb0e"
    case autoProtectionBegan = "b8da2e7cdfc14fffad725f9e5c7e8cba"
    case protectionReleased = "79c8f60d0a4f4d55b3e9275f17165aee"
    case quietHoursSuggested = "bf24ab1c116644bb828d7c4924139436"
    case checkInOpened = "cbd7d87d67ee422fbe9c6e0e8acf45de"
    case checkInAnswered = "aa0c387bd7b8470a88b0b0ae9d158de0"
    case checkInLapsed = "d9817c152e8d4444968f3d728aa9f27b"
    case budgetReached = "0f416a8f3db84e9aa6925ddb565b4723"
    case budgetReset = "5e3828ad66494b17acc2cc2996a3667e"
    case usageEnded = "15982817f0664dce8a350116b502d0d5"
    case outcomeLogged = "a1954c8edb9849b18df6b81a9c89c2b7"
    case goalReached = "43aa8705cb89494497d44e4726645b6b"
    case riskyHourTold = "2d52734f7dce41b3ab70bc7bf788e271"
    case rulesWeakened = "5672f569e6214989b6d2d48be1c31b99"
    case editWaits = "53997fe0f7924a5db2e39dbc1d3efca6"
    case editInForce = "068d050cb51c4a108f5fc0fb0fe41ed6"
    case editCancelled = "686dc8929b414dca93467f9fb549a5a7"
    case reporterLost = "b41c3a0e6f0d4f7c9d3c5e1a28f7460b"
    case gap = "ecca347002a84132803d92ff27ce7b37"
    case recordRestored = "aa7855ee5b15418881ae16dbaa4df734"
    case retained = "5e4f6ac056834b32afd8b1306f2c0282"
    case recordHead = "cd8e4be92961477780d26f0efbde4e34"
    case recordLost = "d8279f0a505b489190c4c793ce085695"
    /// Sent by `systemd/uninstall --purge`.
    case recordRemoved = "1b4bda37effd40898174ddd176539955"

    var id: MessageID {
        guard let id = MessageID(rawValue) else { preconditionFailure("\(self) has no id") }
        return id
    }
}

extension FactReporter {
    var report: FactReport {
        switch event.fact {
        case .daemonStarted(let start): started(start)
        case .daemonStopped, .timeNoted: silent()
        case .storeReplaced(let path): storeReplaced(setAside: path)
        case .storeFailed(let refused): storeFailed(refused: refused)
        case .storeRestored(let restored): storeRestored(restored)
        case .retained(let retention): retained(retention)
        case .rulesLoaded(let loaded): rulesLoaded(loaded)
        case .rulesWeakened(let weakened): rulesWeakened(weakened)
        case .switched(let change): switched(change)
        case .switchCleared(let subject): switchCleared(subject)
        case .editBegan(let edit): editBegan(edit)
        case .editEnded(let ending): editEnded(ending)
        case .editsTakenBack(let reversal): editsTakenBack(reversal)
        case .received(let received): self.received(received)
        case .clockJumped(let size): clockJumped(size)
        case .clockAdopted(let size, let reason): clockAdopted(size, reason)
        case .clockReturned: clockReturned()
        case .zoneChanged(let from, let to): zoneChanged(from: from, to: to)
        case .quietHoursBegan(let run): quietHoursBegan(run)
        case .quietHoursMoved(let run): quietHoursMoved(run)
        case .quietHoursEnded(let schedule): quietHoursEnded(schedule)
        case .protectionStarted(let protection): protectionStarted(protection)
        case .protectionEnded(let id, let isTakenBack):
            protectionEnded(id, isTakenBack: isTakenBack)
        case .protectionReleased(let release): protectionReleased(release)
        case .decided(let decision): decided(decision)
        case .riskAssessed(let record): riskAssessed(record)
        case .attempted(let attempt): attempted(attempt)
        case .unblockRequested(let request): unblockRequested(request)
        case .intentGiven(let request): intentGiven(request)
        case .blockKept(let request): blockKept(request)
        case .unblocked(let grant): unblocked(grant)
        case .requestClosed(let closing): requestClosed(closing)
        case .grantEnded(let ending): grantEnded(ending)
        case .promptClosed(let closing): promptClosed(closing)
        case .outcomeLogged(let outcome): outcomeLogged(outcome)
        case .usageBegan(let session): usageBegan(session)
        case .usageNoted(let note): usageNoted(note)
        case .usageEnded(let session): usageEnded(session)
        case .reporterLost(let loss): reporterLost(loss)
        case .checkInOpened(let opening): checkInOpened(opening)
        case .checkInAsked(let asking): checkInAsked(asking)
        case .checkInAnswered(let answer): checkInAnswered(answer)
        case .checkInLapsed(let key): checkInLapsed(key)
        case .checkInWelcomed(let key): checkInWelcomed(key)
        case .checkInReset(let key), .checkInDayForgotten(let key): checkInDebugged(key)
        case .budgetReached(let reach): budgetReached(reach)
        case .budgetReset(let key): budgetReset(key)
        case .riskyHourTold(let hour): riskyHourTold(hour)
        case .newsTold(let news): newsTold(news)
        case .goalAdded(let goal): goalAdded(goal)
        case .goalContributed(let contribution): goalContributed(contribution)
        case .useImported(let found): useImported(found)
        case .useImportRemoved(let id): FactReport(["import": id], text: "import \(id)")
        case .goalRemoved(let id): goalRemoved(id)
        case .placeNamed(let named): placeNamed(named)
        }
    }
}
