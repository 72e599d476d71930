/** The path of the page that is shown in place of a blocked site. */
export const BLOCKED_PATH = "/pages/blocked.html";

/** So long an address is kept at most: a longer one (a form's data, a whole file) is not. */
const LONGEST = 16_384;

/**
 * The host name of an address of the web.
 * @param {string} [address] an address
 * @returns {string|null} lower case, without a dot at its end; null where it is none of http(s)
 */
export function siteOf(address) {
  const url = URL.parse(address ?? "");
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  return url.hostname.replace(/\.$/, "") || null;
}

/**
 * The address that is shown by a view of the browser's own: a page's source, or its text alone.
 * @param {string} [address] an address
 * @returns {string|undefined} that of the page behind it; any other is returned as it is
 */
export function behind(address) {
  if (address?.startsWith("view-source:")) return address.slice("view-source:".length);
  if (!address?.startsWith("about:reader?")) return address;
  return URL.parse(address)?.searchParams.get("url") ?? address;
}

/** The form of a dynamic origin in Chromium, which is another in each session. */
const DYNAMIC = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether an address is that of our blocked page, by its fixed or its dynamic origin; another
 * extension may have a page of that name.
 * @param {string} [address] an address
 * @returns {boolean} whether it is
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
 * Where a tab was going.
 * @typedef {object} Stored
 * @property {string} url the whole address
 * @property {string} site its host name
 * @property {boolean} shown whether the blocked page stands in the tab, so that it belongs to it
 * @property {number} [insteadOf] the tab that was going there, where the page stands in another
 */

/** Where each tab was going when it was blocked: in memory, never on disk, never in an address. */
export class Addresses {
  /** @type {Map<number, Stored>} by tab */
  #byTab = new Map();

  /** Reads what an earlier life of the background page knew. */
  async load() {
    const { addresses } = await chrome.storage.session.get("addresses");
    for (const [tab, stored] of addresses ?? []) {
      if (!this.#byTab.has(tab)) this.#byTab.set(tab, stored);
    }
  }

  /**
   * Remembers where a tab was going.
   * @param {number} tab the tab
   * @param {string} url an address of the web; any other is not kept
   * @param {number} [insteadOf] the tab that was going there, where it is another one
   */
  set(tab, url, insteadOf) {
    const site = siteOf(url);
    if (!site) return;
    const kept = url.length <= LONGEST ? url : new URL(url).origin + "/";
    this.#byTab.set(tab, { url: kept, site, shown: true, insteadOf });
    this.#save();
  }

  /**
   * Where the blocked page in a tab stands for.
   * @param {number} tab the tab
   * @returns {Stored|undefined} nothing where the tab was not blocked
   */
  get(tab) {
    const stored = this.#byTab.get(tab);
    return stored?.shown ? stored : undefined;
  }

  /** Every tab whose blocked page stands for a site. */
  get tabs() {
    return [...this.#byTab].filter(([, stored]) => stored.shown).map(([tab]) => tab);
  }

  /**
   * The tab shows something else; with the browser's Back the page may come again.
   * @param {number} tab the tab
   */
  leave(tab) {
    const stored = this.#byTab.get(tab);
    if (!stored?.shown) return;
    stored.shown = false;
    this.#save();
  }

  /**
   * The tab went back to the blocked page.
   * @param {number} tab the tab
   */
  comeBack(tab) {
    const stored = this.#byTab.get(tab);
    if (!stored || stored.shown) return;
    stored.shown = true;
    this.#save();
  }

  /**
   * The tab is closed.
   * @param {number} tab the tab
   */
  forget(tab) {
    if (this.#byTab.delete(tab)) this.#save();
  }

  /** Keeps everything for another life of the background page. */
  #save() {
    chrome.storage.session.set({ addresses: [...this.#byTab] });
  }
}

/** So long it may take until a tab that was sent away shows the blocked page, in milliseconds. */
const SENDING = 3000;

/** Tabs that are being sent away, and what they leave: several events tell of one navigation. */
export class Departures {
  /** @type {Map<number, {url: string, at: number}>} by tab */
  #byTab = new Map();

  /**
   * A tab is sent away.
   * @param {number} tab the tab
   * @param {string} url what it shows or was to show
   */
  begin(tab, url) {
    this.#byTab.set(tab, { url, at: Date.now() });
  }

  /**
   * Whether a tab is on its way. The browser may turn http into https meanwhile.
   * @param {number} tab the tab
   * @param {string} url what it shows or is to show
   * @returns {boolean} whether it is
   */
  has(tab, url) {
    const left = this.#byTab.get(tab);
    const isSame = left !== undefined && withoutScheme(left.url) === withoutScheme(url);
    return isSame && Date.now() - left.at < SENDING;
  }

  /**
   * A tab shows the blocked page, cannot, or is closed.
   * @param {number} tab the tab
   * @returns {boolean} whether it was sent away
   */
  end(tab) {
    return this.#byTab.delete(tab);
  }
}

/**
 * An address as it is compared.
 * @param {string} url an address of the web
 * @returns {string} what follows the scheme
 */
function withoutScheme(url) {
  return url.replace(/^https?:/, "");
}
