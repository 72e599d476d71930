import { BLOCKED_PATH, isBlockedPage } from "./addresses.js";
import { CallError } from "./host.js";
import { Standing } from "./standing.js";

const UNBLOCK = "org.soteria.unblock";

/** How long a page that goes on waits for the rules to follow the permission, in milliseconds. */
const PATIENCE = 5000;

/** The talk with the blocked pages: each follows how its tab stands, and asks for what it wants. */
export class Conversation {
  /** @type {Map<number, object>} connections of blocked pages by tab */
  #ports = new Map();
  #picture;
  #addresses;
  #host;
  #rulebook;
  #standing;
  /** How often a page was told: what was found out earlier is not told after what came later. */
  #told = 0;

  /** Called with a tab whose blocked page was loaded again. */
  onReload = () => {};

  /**
   * @param {import("./picture.js").Picture} picture what is blocked
   * @param {import("./addresses.js").Addresses} addresses where tabs were going
   * @param {import("./host.js").Host} host the way to the daemon
   * @param {import("./rulebook.js").Rulebook} rulebook the browser's rules
   */
  constructor(picture, addresses, host, rulebook) {
    this.#picture = picture;
    this.#addresses = addresses;
    this.#host = host;
    this.#rulebook = rulebook;
    this.#standing = new Standing(picture, addresses, host);
  }

  /**
   * A page connects. Only our blocked page, as a tab's own document, is listened to.
   * @param {object} port its connection
   * @param {Promise<void>} ready done when what an earlier life knew is read; what the page says
   *   before is heard, and answered then
   */
  begin(port, ready) {
    const { id, url, tab, frameId } = port.sender;
    if (id !== chrome.runtime.id || !isBlockedPage(url) || !tab || frameId !== 0) {
      port.disconnect();
      return;
    }
    this.#ports.set(tab.id, port);
    port.onDisconnect.addListener(() => {
      if (this.#ports.get(tab.id) === port) this.#ports.delete(tab.id);
    });
    port.onMessage.addListener(({ id: number, act, ...said }) => {
      ready.then(() => this.#act(tab.id, act, said)).then(
        (result) => this.#post(tab.id, port, { id: number, result }),
        (error) => this.#post(tab.id, port, { id: number, error: told(error) }),
      );
    });
    ready.then(() => {
      if (port.name === "reload") this.onReload(tab.id);
      return this.tell(tab.id);
    }).catch((error) => console.warn("Soteria: a page was not told:", error.message));
  }

  /**
   * Says something to a page, unless it is gone: that is how closing and going on end.
   * @param {number} tab its tab
   * @param {object} port its connection
   * @param {object} message what
   */
  #post(tab, port, message) {
    if (this.#ports.get(tab) !== port) return;
    try {
      port.postMessage(message);
    } catch {
      this.#ports.delete(tab);
    }
  }

  /** Tells every blocked page how its tab stands. */
  tellAll() {
    for (const tab of this.#ports.keys()) this.tell(tab);
  }

  /**
   * Tells the blocked page in a tab how it stands.
   * @param {number} tab the tab
   */
  async tell(tab) {
    const port = this.#ports.get(tab);
    if (!port) return;
    const number = ++this.#told;
    port.told = number;
    const state = await this.#standing.of(tab);
    if (port.told === number) this.#post(tab, port, { state });
  }

  /**
   * Does what a blocked page asks for.
   * @param {number} tab its tab
   * @param {string} act what it wants
   * @param {object} said what it says more
   * @returns {Promise<object>} what came of it; rejects with a CallError
   */
  async #act(tab, act, said) {
    const stored = this.#addresses.get(tab);
    if (act === "close") return closeTab(tab);
    if (!stored) throw new CallError(`${UNBLOCK}.NotBlocked`);
    switch (act) {
      case "ask":
        return { request: await this.#request(stored.site, said.intent) };
      case "keep": {
        const { request } = await this.#request(stored.site);
        return this.#host.call(`${UNBLOCK}.Keep`, { request });
      }
      case "confirm":
        return this.#confirm(tab, stored, said.request);
      case "go":
        return this.#goOn(tab, stored);
      case "answer": {
        const { checkIn, yes } = said;
        return this.#host.call("org.soteria.checkin.Answer", { checkIn, yes });
      }
      default:
        throw new CallError("org.soteria.browser.NotAllowed");
    }
  }

  /**
   * Opens a request about a site, or goes on with one that is open about one of its targets.
   * @param {string} site a host name
   * @param {object} [intent] what the person says
   * @returns {Promise<object>} the request, of type OpenRequest
   */
  async #request(site, intent) {
    const ask = (place) =>
      this.#host.call(`${UNBLOCK}.Request`, { place, ...(intent && { intent }) });
    try {
      return (await ask({ site })).request;
    } catch (error) {
      if (error.name !== `${UNBLOCK}.AlreadyOpen`) throw error;
      const { requests } = await this.#host.call(`${UNBLOCK}.List`);
      const other = requests.find(({ request }) => request === error.parameters.request);
      if (!other) throw error;
      return (await ask(other.place)).request;
    }
  }

  /**
   * Ends a request by opening its targets, and sends the tab on.
   * @param {number} tab the tab
   * @param {import("./addresses.js").Stored} stored where it was going
   * @param {number} request the request's number
   * @returns {Promise<object>} what stays blocked
   */
  async #confirm(tab, stored, request) {
    const { blocked } = await this.#host.call(`${UNBLOCK}.Confirm`, { request });
    const { blocked: isBlocked } = await this.#host.call(
      "org.soteria.protection.Check", { site: stored.site });
    if (!isBlocked) await this.#goOn(tab, stored);
    return { blocked, isBlocked };
  }

  /**
   * Sends a tab on to where it was going, once nothing blocks that any more.
   * @param {number} tab the tab
   * @param {import("./addresses.js").Stored} stored where it was going
   * @returns {Promise<object>} nothing more
   */
  async #goOn(tab, { url, site, insteadOf }) {
    const end = Date.now() + PATIENCE;
    while (this.#picture.blocks(site, Date.now())) {
      if (Date.now() > end) throw new CallError("org.soteria.browser.StillBlocked");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await this.#rulebook.apply(this.#picture);
    await chrome.tabs.update(insteadOf ?? tab, { url });
    if (insteadOf !== undefined) await chrome.tabs.remove(tab);
    return {};
  }

  /**
   * The private tabs in which the browser shows a page of its own in place of ours.
   * @returns {Promise<{tab: number, site: string}[]>} the tabs, and the blocked site of each
   */
  async withoutPage() {
    const tabs = await chrome.tabs.query({});
    return tabs.filter(({ id, incognito }) => incognito && !this.#ports.has(id))
      .map(({ id }) => ({ tab: id, site: this.#addresses.get(id)?.site }))
      .filter(({ site }) => site !== undefined);
  }

  /**
   * Holds the conversation about a tab in a window of its own.
   * @param {number} tab the tab
   * @returns {Promise<object>} nothing more
   */
  async moveToWindow(tab) {
    const stored = this.#addresses.get(tab);
    if (!stored) return {};
    const window = await chrome.windows.create({
      url: chrome.runtime.getURL(BLOCKED_PATH), type: "popup", width: 560, height: 840,
    });
    const [{ id }] = await chrome.tabs.query({ windowId: window.id });
    this.#addresses.set(id, stored.url, tab);
    this.tell(id);
    return {};
  }
}

/**
 * Closes a tab; where it is its window's only one, an empty one stays.
 * @param {number} tab the tab
 * @returns {Promise<object>} nothing more
 */
async function closeTab(tab) {
  const { windowId } = await chrome.tabs.get(tab);
  const beside = await chrome.tabs.query({ windowId });
  if (beside.length === 1) await chrome.tabs.create({ windowId });
  await chrome.tabs.remove(tab);
  return {};
}

/**
 * An error as a page is told it.
 * @param {Error} error what went wrong
 * @returns {{name: string, parameters: object}} its name and what it says more
 */
function told(error) {
  return { name: error.name, parameters: error.parameters ?? { reason: error.message } };
}
