import { normalised } from "./places.js";

/** The path of the page that is shown in place of a blocked site. */
export const BLOCKED_PATH = "/pages/blocked.html";

/** The longest address that is kept; longer ones hold a form's data or a whole file. */
const LONGEST = 16_384;

/**
 * The host name of a web address.
 * @param {string} [address] an address
 * @returns {string|null} lower case, without a final dot; null if the scheme is not http(s)
 */
export function siteOf(address) {
  const url = URL.parse(address ?? "");
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  return url.hostname.replace(/\.$/, "") || null;
}

/**
 * The host name and the path of a web address.
 * @param {string} [address] an address
 * @returns {{site: string, path: string}|null} the path in its normal form; null if the scheme is
 *   not http(s)
 */
export function pageOf(address) {
  const site = siteOf(address);
  return site === null ? null : { site, path: normalised(new URL(address).pathname) };
}

/**
 * The address of the page behind one of the browser's views: its source, or its reader view.
 * @param {string} [address] an address
 * @returns {string|undefined} the page's address; any other address is returned unchanged
 */
export function behind(address) {
  if (address?.startsWith("view-source:")) return address.slice("view-source:".length);
  if (!address?.startsWith("about:reader?")) return address;
  return URL.parse(address)?.searchParams.get("url") ?? address;
}

/** The form of a dynamic origin in Chromium, which changes with each session. */
const DYNAMIC = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether an address is that of Soteria's blocked page, by its fixed or its dynamic origin; another
 * extension may have a page of the same name.
 * @param {string} [address] an address
 * @returns {boolean} true if it is the blocked page
 */
export function isBlockedPage(address) {
  const url = URL.parse(address ?? "");
  if (url?.pathname !== BLOCKED_PATH) return false;
  const own = new URL(chrome.runtime.getURL(BLOCKED_PATH));
  if (url.protocol !== own.protocol) return false;
  return [own.host, chrome.runtime.id].includes(url.host)
    || (url.protocol === "chrome-extension:" && DYNAMIC.test(url.host));
}

/**
 * The address that a tab was opening.
 * @typedef {object} Stored
 * @property {string} url the whole address
 * @property {string} site its host name
 * @property {boolean} shown whether the tab shows the blocked page for it
 * @property {number} [insteadOf] the tab that was opening it, if another tab shows the page
 */

/** The addresses of blocked tabs: in memory, never on disk, never in an address. */
export class Addresses {
  /** @type {Map<number, Stored>} by tab */
  #byTab = new Map();

  /** Loads the addresses that an earlier background page stored. */
  async load() {
    const { addresses } = await chrome.storage.session.get("addresses");
    for (const [tab, stored] of addresses ?? []) {
      if (!this.#byTab.has(tab)) this.#byTab.set(tab, stored);
    }
  }

  /**
   * Stores the address that a tab was opening.
   * @param {number} tab the tab
   * @param {string} url a web address; any other is not kept
   * @param {number} [insteadOf] the tab that was opening it, if it is another one
   */
  set(tab, url, insteadOf) {
    const site = siteOf(url);
    if (!site) return;
    const kept = url.length <= LONGEST ? url : new URL(url).origin + "/";
    this.#byTab.set(tab, { url: kept, site, shown: true, insteadOf });
    this.#save();
  }

  /**
   * The address behind the blocked page in a tab.
   * @param {number} tab the tab
   * @returns {Stored|undefined} undefined if the tab was not blocked
   */
  get(tab) {
    const stored = this.#byTab.get(tab);
    return stored?.shown ? stored : undefined;
  }

  /** Every tab that shows the blocked page for a site. */
  get tabs() {
    return [...this.#byTab].filter(([, stored]) => stored.shown).map(([tab]) => tab);
  }

  /**
   * Handles a tab that shows something else; the browser's Back may show the page again.
   * @param {number} tab the tab
   */
  leave(tab) {
    const stored = this.#byTab.get(tab);
    if (!stored?.shown) return;
    stored.shown = false;
    this.#save();
  }

  /**
   * Handles a tab that went back to the blocked page.
   * @param {number} tab the tab
   */
  comeBack(tab) {
    const stored = this.#byTab.get(tab);
    if (!stored || stored.shown) return;
    stored.shown = true;
    this.#save();
  }

  /**
   * Handles a closed tab.
   * @param {number} tab the tab
   */
  forget(tab) {
    if (this.#byTab.delete(tab)) this.#save();
  }

  /** Stores everything for the next background page. */
  #save() {
    chrome.storage.session.set({ addresses: [...this.#byTab] });
  }
}

/** The time until a redirected tab shows the blocked page, in milliseconds. */
const SENDING = 3000;

/** Tabs that are being redirected, with the addresses that they leave: one has several events. */
export class Departures {
  /** @type {Map<number, {url: string, at: number}>} by tab */
  #byTab = new Map();

  /**
   * Records that a tab is redirected.
   * @param {number} tab the tab
   * @param {string} url the address that it shows or was to show
   */
  begin(tab, url) {
    this.#byTab.set(tab, { url, at: Date.now() });
  }

  /**
   * Whether a tab is being redirected. The browser may have turned http into https since.
   * @param {number} tab the tab
   * @param {string} url the address that it shows or is to show
   * @returns {boolean} true if it is being redirected
   */
  has(tab, url) {
    const left = this.#byTab.get(tab);
    const isSame = left !== undefined && withoutScheme(left.url) === withoutScheme(url);
    return isSame && Date.now() - left.at < SENDING;
  }

  /**
   * Handles a tab that shows the blocked page, cannot show it, or is closed.
   * @param {number} tab the tab
   * @returns {boolean} whether it was being redirected
   */
  end(tab) {
    return this.#byTab.delete(tab);
  }
}

/**
 * An address in the form in which it is compared.
 * @param {string} url a web address
 * @returns {string} the part after the scheme
 */
function withoutScheme(url) {
  return url.replace(/^https?:/, "");
}
