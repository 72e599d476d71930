import { behind, BLOCKED_PATH, Departures, isBlockedPage, siteOf } from "./addresses.js";
import { asked } from "./places.js";

/**
 * A navigation of a tab, which several events can report.
 * @typedef {object} Navigation
 * @property {number} at when it began, in milliseconds since 1970
 * @property {boolean} isCounted whether it was reported as an attempt
 * @property {boolean} isOver whether its document is shown
 * @property {string} [place] its place, once the document is shown
 */

/** Redirects tabs with a blocked site to the blocked page, and remembers their addresses. */
export class Guard {
  #picture;
  #addresses;
  #host;
  #departures = new Departures();
  /** @type {Map<number, Navigation>} the last navigation of each tab */
  #navigations = new Map();
  /** @type {Map<number, {url: string, requestId: string}>} the last request of each tab */
  #requested = new Map();
  /** @type {Map<number, string>} the last request of each tab that counted as an attempt */
  #counted = new Map();

  /** Called when a site was found to belong to a target with too many sites to send. */
  onLearned = () => {};
  /** Called with a tab whose stored address has changed. */
  onAddress = () => {};

  /**
   * @param {import("./picture.js").Picture} picture the known targets
   * @param {import("./addresses.js").Addresses} addresses the addresses that tabs were opening
   * @param {import("./host.js").Host} host looks up sites, and receives attempts
   */
  constructor(picture, addresses, host) {
    this.#picture = picture;
    this.#addresses = addresses;
    this.#host = host;
  }

  /**
   * Handles the start of a navigation: blocks places that are in no rule of the browser.
   * @param {object} details of webNavigation.onBeforeNavigate
   */
  async navigating({ tabId, frameId, url, timeStamp, documentLifecycle }) {
    const place = this.#picture.placeOf(url);
    if (frameId !== 0 || !place || documentLifecycle === "prerender") return;
    const navigation = { at: timeStamp, isCounted: false, isOver: false };
    this.#navigations.set(tabId, navigation);
    if (!(await this.#isBlockedWithoutRule(place))) return;
    if (this.#navigations.get(tabId) === navigation) this.#sendAway(tabId, url, navigation);
  }

  /**
   * Handles a request for a document, the first one or after a redirect.
   * @param {object} details of webRequest.onBeforeRequest
   */
  requested({ tabId, url, requestId, documentLifecycle }) {
    if (tabId >= 0 && documentLifecycle !== "prerender") {
      this.#requested.set(tabId, { url, requestId });
    }
  }

  /**
   * Handles a redirect: it leads to Soteria's page if a rule blocked the request. Chromium does not
   * report it for a site that another one redirected to, and Firefox reports it after the page is
   * shown.
   * @param {object} details of webRequest.onBeforeRedirect
   */
  redirected({ tabId, url, requestId, redirectUrl, documentLifecycle }) {
    if (tabId < 0 || !isBlockedPage(redirectUrl) || documentLifecycle === "prerender") return;
    this.#blockedByRule(tabId, { url, requestId });
    this.onAddress(tabId);
  }

  /**
   * Handles a new document in a tab. Documents from the cache of recent pages, or from a site's
   * own service worker, pass the browser's rules.
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
    const place = this.#picture.placeOf(url);
    navigation.place = place;
    if (!place || !(await this.#isBlocked(place))) return;
    if (this.#navigations.get(tabId) !== navigation) return;
    if (this.#departures.has(tabId, url)) this.#checkLater(tabId);
    this.#sendAway(tabId, url, navigation);
  }

  /**
   * Redirects a tab again if its document stays: Firefox drops a redirect that was asked for just
   * before the document came.
   * @param {number} tab the tab
   */
  #checkLater(tab) {
    setTimeout(async () => {
      const shown = (await chrome.tabs.query({})).find(({ id }) => id === tab);
      if (shown && this.#departures.end(tab)) this.moved(tab, shown.url);
    }, 1000);
  }

  /**
   * The navigation whose document a tab now shows; one from the cache may have no earlier events.
   * @param {number} tab the tab
   * @param {number} at the time at which it was shown, in milliseconds since 1970
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
   * Handles an address that changed within a page, as when one video follows another: an attempt
   * like any other, unless the page was blocked already and is about to go.
   * @param {object} details of webNavigation.onHistoryStateUpdated
   */
  async changed({ tabId, frameId, url, timeStamp, documentLifecycle }) {
    const place = this.#picture.placeOf(url);
    if (frameId !== 0 || !place || documentLifecycle === "prerender") return;
    const before = this.#navigations.get(tabId)?.place;
    if (before === place) return;
    const isCounted = Boolean(before) && this.#picture.blocks(before, Date.now());
    const navigation = { at: timeStamp, isCounted, isOver: true, place };
    this.#navigations.set(tabId, navigation);
    if (!(await this.#isBlocked(place))) return;
    if (this.#navigations.get(tabId) === navigation) this.#sendAway(tabId, url, navigation);
  }

  /**
   * Handles a new address of a tab; for a preloaded page, this may be the only event.
   * @param {number} tab the tab
   * @param {string} url the address
   */
  moved(tab, url) {
    const address = behind(url);
    const place = this.#picture.placeOf(address);
    if (place && this.#picture.blocks(place, Date.now())) this.#sendAway(tab, address);
  }

  /**
   * Handles a document that could not be shown. Chromium does not show Soteria's page in a private
   * window: the site stays blocked, and the popup offers the conversation. Firefox reports this for
   * a redirected tab that another process takes over; that is no attempt.
   * @param {object} details of webNavigation.onErrorOccurred
   */
  failed({ tabId, frameId, url }) {
    if (frameId !== 0 || !isBlockedPage(url)) return;
    const requested = this.#requested.get(tabId);
    this.#requested.delete(tabId);
    if (!this.#departures.end(tabId)) this.#blockedAs(tabId, requested);
  }

  /**
   * Handles a reload of the blocked page: another attempt if its site is still blocked.
   * @param {number} tab the tab
   */
  reloaded(tab) {
    const place = this.#picture.placeOf(this.#addresses.get(tab)?.url);
    if (place && this.#picture.blocks(place, Date.now())) this.#report(place);
  }

  /**
   * Handles a redirect to the blocked page. A rule blocked the tab's last request, unless the
   * browser reports requests later than pages: then it is the request of the previous page.
   * @param {number} tab the tab
   * @param {?{url: string, requestId: string}} requested its last request, if known
   */
  #blockedAs(tab, requested) {
    const place = this.#picture.placeOf(requested?.url);
    if (place && this.#picture.blocks(place, Date.now())) this.#blockedByRule(tab, requested);
  }

  /**
   * Handles a request that a rule blocked; the browser may report it twice.
   * @param {number} tab the tab
   * @param {{url: string, requestId: string}} requested the request
   */
  #blockedByRule(tab, { url, requestId }) {
    const place = this.#picture.placeOf(url);
    if (!place || this.#counted.get(tab) === requestId) return;
    this.#counted.set(tab, requestId);
    this.#addresses.set(tab, url);
    this.#report(place);
  }

  /**
   * Handles a closed tab.
   * @param {number} tab the tab
   */
  closed(tab) {
    this.#addresses.forget(tab);
    this.#departures.end(tab);
    for (const tabs of [this.#requested, this.#counted, this.#navigations]) tabs.delete(tab);
  }

  /** Redirects every open tab with a blocked site, after the blocks have changed. */
  async sweep() {
    const tabs = await chrome.tabs.query({});
    await Promise.all(tabs.map(async ({ id, url, pendingUrl }) => {
      const address = siteOf(pendingUrl) ? pendingUrl : behind(url);
      const place = this.#picture.placeOf(address);
      if (id === undefined || !place) return;
      const navigation = this.#navigations.get(id);
      if (!(await this.#isBlocked(place))) return;
      if (this.#navigations.get(id) === navigation) this.#sendAway(id, address);
    }));
  }

  /** Redirects tabs that stayed on a blocked site: a page may ask for confirmation to leave. */
  async sweepKnown() {
    for (const { id, url } of await chrome.tabs.query({})) {
      if (id !== undefined) this.moved(id, url);
    }
  }

  /**
   * Whether a place is blocked, by a rule of the browser or without one.
   * @param {string} place the place
   * @returns {Promise<boolean>} true if it is blocked
   */
  async #isBlocked(place) {
    return this.#picture.blocks(place, Date.now()) || this.#isBlockedWithoutRule(place);
  }

  /**
   * Whether a place that the browser's rules do not block is blocked: there are none for paths, for
   * targets with every site, and for those with too many.
   * @param {string} place the place
   * @returns {Promise<boolean>} true if it is blocked; false if the daemon cannot be asked
   */
  async #isBlockedWithoutRule(place) {
    const now = Date.now();
    if (this.#picture.blocks(place, now)) return !this.#picture.blocksByRule(place, now);
    if (!this.#picture.mustAsk(now) || !this.#host.connected) return false;
    try {
      const answer = await this.#host.call("org.soteria.protection.Check", asked(place));
      if (this.#picture.learn(place, answer.targets)) this.onLearned();
      return answer.blocked;
    } catch {
      return false;
    }
  }

  /**
   * Shows the blocked page in a tab.
   * @param {number} tab the tab
   * @param {string} url the address that it shows or was to show
   * @param {Navigation} [navigation] the person's navigation to it, which is an attempt unless the
   *   block began later: the browser may report both in the other order
   */
  #sendAway(tab, url, navigation) {
    const place = this.#picture.placeOf(url);
    if (navigation && !navigation.isCounted
      && !this.#picture.wasOpen(place, navigation.at, Date.now())) {
      navigation.isCounted = true;
      this.#report(place);
    }
    if (this.#departures.has(tab, url)) return;
    this.#departures.begin(tab, url);
    this.#addresses.set(tab, url);
    // This fails if the tab has been closed.
    chrome.tabs.update(tab, { url: chrome.runtime.getURL(BLOCKED_PATH) })
      .catch(() => this.#departures.end(tab));
  }

  /**
   * Reports that a blocked place was opened. Without the daemon, it is not counted.
   * @param {string} place the place
   */
  async #report(place) {
    await this.#host.ready(2000);
    this.#host.call("org.soteria.unblock.Attempt", asked(place)).catch(() => {});
  }
}
