import { behind, BLOCKED_PATH, Departures, isBlockedPage, siteOf } from "./addresses.js";

/**
 * One way of a tab to another document, whatever events tell of it.
 * @typedef {object} Navigation
 * @property {number} at when it began, in milliseconds since 1970
 * @property {boolean} isCounted whether it was reported as an attempt
 * @property {boolean} isOver whether its document is shown
 */

/** Sends tabs that show a blocked site to the blocked page, and remembers where they were going. */
export class Guard {
  #picture;
  #addresses;
  #host;
  #departures = new Departures();
  /** @type {Map<number, Navigation>} the last one of each tab */
  #navigations = new Map();
  /** @type {Map<number, {url: string, requestId: string}>} what tabs have asked for last */
  #requested = new Map();
  /** @type {Map<number, string>} the request of each tab that was counted as an attempt last */
  #counted = new Map();

  /** Called when a site was found to belong to a target that has too many to be told. */
  onLearned = () => {};
  /** Called with a tab whose stored address is another now. */
  onAddress = () => {};

  /**
   * @param {import("./picture.js").Picture} picture what is blocked
   * @param {import("./addresses.js").Addresses} addresses where tabs were going
   * @param {import("./host.js").Host} host is asked about sites, and told of attempts
   */
  constructor(picture, addresses, host) {
    this.#picture = picture;
    this.#addresses = addresses;
    this.#host = host;
  }

  /**
   * A tab begins to go somewhere: sites that no rule knows are asked about.
   * @param {object} details of webNavigation.onBeforeNavigate
   */
  async navigating({ tabId, frameId, url, timeStamp, documentLifecycle }) {
    const site = siteOf(url);
    if (frameId !== 0 || !site || documentLifecycle === "prerender") return;
    const navigation = { at: timeStamp, isCounted: false, isOver: false };
    this.#navigations.set(tabId, navigation);
    if (!(await this.#isBlockedWithoutRule(site))) return;
    if (this.#navigations.get(tabId) === navigation) this.#sendAway(tabId, url, navigation);
  }

  /**
   * A tab asks for a document, at first or by a redirect.
   * @param {object} details of webRequest.onBeforeRequest
   */
  requested({ tabId, url, requestId, documentLifecycle }) {
    if (tabId >= 0 && documentLifecycle !== "prerender") {
      this.#requested.set(tabId, { url, requestId });
    }
  }

  /**
   * A tab was redirected: to our page, where a rule blocked what it asked for. Chromium does not
   * tell it of a site that another one redirected to, and Firefox tells it after the page is shown.
   * @param {object} details of webRequest.onBeforeRedirect
   */
  redirected({ tabId, url, requestId, redirectUrl, documentLifecycle }) {
    if (tabId < 0 || !isBlockedPage(redirectUrl) || documentLifecycle === "prerender") return;
    this.#blockedByRule(tabId, { url, requestId });
    this.onAddress(tabId);
  }

  /**
   * A tab shows another document. What came from the cache of recent pages, or from a site's own
   * service worker, met no rule.
   * @param {object} details of webNavigation.onCommitted
   */
  async shown(details) {
    const { tabId, frameId, url, timeStamp, documentLifecycle } = details;
    const how = details.transitionQualifiers ?? [];
    if (frameId !== 0 || documentLifecycle === "prerender") return;
    const requested = this.#requested.get(tabId);
    this.#requested.delete(tabId);
    if (isBlockedPage(url)) {
      const wasSent = this.#departures.end(tabId);
      if (wasSent || how.includes("forward_back")) this.#addresses.comeBack(tabId);
      else if (how.includes("server_redirect")) this.#blockedAs(tabId, requested);
      this.onAddress(tabId);
      return;
    }
    if (!this.#departures.has(tabId, url)) this.#addresses.leave(tabId);
    const navigation = this.#committed(tabId, timeStamp);
    const site = siteOf(url);
    if (!site || !(await this.#isBlocked(site))) return;
    if (this.#navigations.get(tabId) === navigation) this.#sendAway(tabId, url, navigation);
  }

  /**
   * The navigation whose document a tab shows now; one from the cache may come unannounced.
   * @param {number} tab the tab
   * @param {number} at when its document was shown, in milliseconds since 1970
   * @returns {Navigation} the navigation
   */
  #committed(tab, at) {
    const last = this.#navigations.get(tab);
    const navigation = !last || last.isOver ? { at, isCounted: false } : last;
    navigation.isOver = true;
    this.#navigations.set(tab, navigation);
    return navigation;
  }

  /**
   * A tab has another address; for a page that was loaded ahead nothing else may tell it.
   * @param {number} tab the tab
   * @param {string} url the address
   */
  moved(tab, url) {
    const address = behind(url);
    const site = siteOf(address);
    if (site && this.#picture.blocks(site, Date.now())) this.#sendAway(tab, address);
  }

  /**
   * A tab could not show a document. Chromium shows no page of ours in a private window: what was
   * blocked there stays blocked, and the popup offers the conversation. Firefox tells it of a tab
   * that was sent away, where another process takes the tab over: nobody opened anything there.
   * @param {object} details of webNavigation.onErrorOccurred
   */
  failed({ tabId, frameId, url }) {
    if (frameId !== 0 || !isBlockedPage(url)) return;
    const requested = this.#requested.get(tabId);
    this.#requested.delete(tabId);
    if (!this.#departures.end(tabId)) this.#blockedAs(tabId, requested);
  }

  /**
   * The person loads the blocked page again: another attempt, where its site is still blocked.
   * @param {number} tab the tab
   */
  reloaded(tab) {
    const site = this.#addresses.get(tab)?.site;
    if (site && this.#picture.blocks(site, Date.now())) this.#report(site);
  }

  /**
   * A redirect led to the blocked page. What the tab asked for last is what a rule blocked, unless
   * the browser tells of requests later than of pages: then it is what was shown before.
   * @param {number} tab the tab
   * @param {?{url: string, requestId: string}} requested what it asked for last, as far as told
   */
  #blockedAs(tab, requested) {
    const site = siteOf(requested?.url);
    if (site && this.#picture.blocks(site, Date.now())) this.#blockedByRule(tab, requested);
  }

  /**
   * A rule blocked what a tab asked for; the browser may tell that twice.
   * @param {number} tab the tab
   * @param {{url: string, requestId: string}} requested what it asked for
   */
  #blockedByRule(tab, { url, requestId }) {
    const site = siteOf(url);
    if (!site || this.#counted.get(tab) === requestId) return;
    this.#counted.set(tab, requestId);
    this.#addresses.set(tab, url);
    this.#report(site);
  }

  /**
   * A tab is closed.
   * @param {number} tab the tab
   */
  closed(tab) {
    this.#addresses.forget(tab);
    this.#departures.end(tab);
    for (const tabs of [this.#requested, this.#counted, this.#navigations]) tabs.delete(tab);
  }

  /** Sends every open tab of a blocked site away: what is blocked has changed. */
  async sweep() {
    const tabs = await chrome.tabs.query({});
    await Promise.all(tabs.map(async ({ id, url, pendingUrl }) => {
      const address = siteOf(pendingUrl) ? pendingUrl : behind(url);
      const site = siteOf(address);
      if (id === undefined || !site) return;
      const navigation = this.#navigations.get(id);
      if (!(await this.#isBlocked(site))) return;
      if (this.#navigations.get(id) === navigation) this.#sendAway(id, address);
    }));
  }

  /** Sends away what is known to be blocked and stayed: a page may have asked not to be left. */
  async sweepKnown() {
    for (const { id, url } of await chrome.tabs.query({})) {
      if (id !== undefined) this.moved(id, url);
    }
  }

  /**
   * Whether a site is blocked, by a rule or without one.
   * @param {string} site a host name
   * @returns {Promise<boolean>} whether it is
   */
  async #isBlocked(site) {
    return this.#picture.blocks(site, Date.now()) || this.#isBlockedWithoutRule(site);
  }

  /**
   * Whether a site is blocked that the browser's rules do not name.
   * @param {string} site a host name
   * @returns {Promise<boolean>} whether it is; false where nobody can be asked
   */
  async #isBlockedWithoutRule(site) {
    const now = Date.now();
    if (this.#picture.blocksAsLearned(site, now)) return true;
    if (!this.#picture.mustAsk(now) || !this.#host.connected) return false;
    try {
      const answer = await this.#host.call("org.soteria.protection.Check", { site });
      if (this.#picture.learn(site, answer.targets)) this.onLearned();
      return answer.blocked;
    } catch {
      return false;
    }
  }

  /**
   * Puts the blocked page in a tab.
   * @param {number} tab the tab
   * @param {string} url what it shows or was to show
   * @param {Navigation} [navigation] how the person opened it now, which is an attempt unless the
   *   block came later: the browser may tell of both in the other order
   */
  #sendAway(tab, url, navigation) {
    const site = siteOf(url);
    if (navigation && !navigation.isCounted
      && !this.#picture.wasOpen(site, navigation.at, Date.now())) {
      navigation.isCounted = true;
      this.#report(site);
    }
    if (this.#departures.has(tab, url)) return;
    this.#departures.begin(tab, url);
    this.#addresses.set(tab, url);
    // It fails where the tab was closed meanwhile.
    chrome.tabs.update(tab, { url: chrome.runtime.getURL(BLOCKED_PATH) })
      .catch(() => this.#departures.end(tab));
  }

  /**
   * Says that a blocked site was opened. Where nobody hears it, it is not counted.
   * @param {string} site a host name
   */
  async #report(site) {
    await this.#host.ready(2000);
    this.#host.call("org.soteria.unblock.Attempt", { site }).catch(() => {});
  }
}
