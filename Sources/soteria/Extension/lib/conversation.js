import { BLOCKED_PATH, isBlockedPage } from "./addresses.js";
import { CallError } from "./host.js";
import { asked } from "./places.js";
import { Standing } from "./standing.js";

const UNBLOCK = "org.soteria.unblock";

/** The time that a page waits for the rules to reflect the grant, in milliseconds. */
const PATIENCE = 5000;

/** The conversation with blocked pages: each receives the state of its tab and sends actions. */
export class Conversation {
  /** @type {Map<number, object>} connections of blocked pages by tab */
  #ports = new Map();
  #picture;
  #addresses;
  #host;
  #rulebook;
  #standing;
  /** Counts the updates: an older state is not sent after a newer one. */
  #told = 0;

  /** Called with a tab whose blocked page was reloaded. */
  onReload = () => {};

  /**
   * @param {import("./picture.js").Picture} picture the known targets
   * @param {import("./addresses.js").Addresses} addresses the addresses that tabs were opening
   * @param {import("./host.js").Host} host the connection to the daemon
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
   * Accepts a connection, but only from Soteria's blocked page as a tab's top document.
   * @param {object} port the connection
   * @param {Promise<void>} ready resolves when the stored state is loaded; earlier messages of the
   *   page are answered then
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
    }).catch((error) => console.warn("Soteria: could not update a page:", error.message));
  }

  /**
   * Sends a message to a page, unless it is gone, as after it was closed or left.
   * @param {number} tab the page's tab
   * @param {object} port its connection
   * @param {object} message the message
   */
  #post(tab, port, message) {
    if (this.#ports.get(tab) !== port) return;
    try {
      port.postMessage(message);
    } catch {
      this.#ports.delete(tab);
    }
  }

  /** Sends every blocked page the state of its tab. */
  tellAll() {
    for (const tab of this.#ports.keys()) this.tell(tab);
  }

  /**
   * Sends the blocked page in a tab its state.
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
   * Performs an action of a blocked page.
   * @param {number} tab the page's tab
   * @param {string} act the action
   * @param {object} said its parameters
   * @returns {Promise<object>} the result; rejects with a CallError
   */
  async #act(tab, act, said) {
    const stored = this.#addresses.get(tab);
    if (act === "close") return closeTab(tab);
    if (!stored) throw new CallError(`${UNBLOCK}.NotBlocked`);
    const place = this.#picture.placeOf(stored.url);
    switch (act) {
      case "ask":
        return { request: await this.#request(place, said.intent) };
      case "keep": {
        const { request } = await this.#request(place);
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
      case "welcomed":
        return this.#host.call(
          "org.soteria.checkin.AcknowledgeWelcome", { checkIn: said.checkIn });
      default:
        throw new CallError("org.soteria.browser.NotAllowed");
    }
  }

  /**
   * Opens a request for a place, or continues an open one for one of its targets.
   * @param {string} wanted the place
   * @param {object} [intent] the person's intent
   * @returns {Promise<object>} the request, of type OpenRequest
   */
  async #request(wanted, intent) {
    const ask = (place) =>
      this.#host.call(`${UNBLOCK}.Request`, { place, ...(intent && { intent }) });
    try {
      return (await ask(asked(wanted))).request;
    } catch (error) {
      if (error.name !== `${UNBLOCK}.AlreadyOpen`) throw error;
      const { requests } = await this.#host.call(`${UNBLOCK}.List`);
      const other = requests.find(({ request }) => request === error.parameters.request);
      if (!other) throw error;
      return (await ask(other.place)).request;
    }
  }

  /**
   * Ends a request by opening its targets, and opens the address in the tab.
   * @param {number} tab the tab
   * @param {import("./addresses.js").Stored} stored the address that it was opening
   * @param {number} request the request's number
   * @returns {Promise<object>} the targets that stay blocked
   */
  async #confirm(tab, stored, request) {
    const { blocked } = await this.#host.call(`${UNBLOCK}.Confirm`, { request });
    const { blocked: isBlocked } = await this.#host.call(
      "org.soteria.protection.Check", asked(this.#picture.placeOf(stored.url)));
    if (!isBlocked) await this.#goOn(tab, stored);
    return { blocked, isBlocked };
  }

  /**
   * Opens the stored address in a tab, once nothing blocks it any more.
   * @param {number} tab the tab
   * @param {import("./addresses.js").Stored} stored the address that it was opening
   * @returns {Promise<object>} an empty object
   */
  async #goOn(tab, { url, insteadOf }) {
    const end = Date.now() + PATIENCE;
    while (this.#picture.blocks(this.#picture.placeOf(url), Date.now())) {
      if (Date.now() > end) throw new CallError("org.soteria.browser.StillBlocked");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await this.#rulebook.apply(this.#picture);
    await chrome.tabs.update(insteadOf ?? tab, { url });
    if (insteadOf !== undefined) await chrome.tabs.remove(tab);
    return {};
  }

  /**
   * The private tabs in which the browser shows its own page instead of Soteria's.
   * @returns {Promise<{tab: number, site: string}[]>} the tabs, and the blocked site of each
   */
  async withoutPage() {
    const tabs = await chrome.tabs.query({});
    return tabs.filter(({ id, incognito }) => incognito && !this.#ports.has(id))
      .map(({ id }) => ({ tab: id, site: this.#addresses.get(id)?.site }))
      .filter(({ site }) => site !== undefined);
  }

  /**
   * Moves the conversation about a tab to a separate window.
   * @param {number} tab the tab
   * @returns {Promise<object>} an empty object
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
 * Closes a tab; if it is the only one of its window, an empty tab stays.
 * @param {number} tab the tab
 * @returns {Promise<object>} an empty object
 */
async function closeTab(tab) {
  const { windowId } = await chrome.tabs.get(tab);
  const beside = await chrome.tabs.query({ windowId });
  if (beside.length === 1) await chrome.tabs.create({ windowId });
  await chrome.tabs.remove(tab);
  return {};
}

/**
 * An error in the form that pages receive.
 * @param {Error} error the error
 * @returns {{name: string, parameters: object}} its name and parameters
 */
function told(error) {
  return { name: error.name, parameters: error.parameters ?? { reason: error.message } };
}
