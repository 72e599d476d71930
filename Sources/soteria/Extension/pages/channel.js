/** The connection from a blocked page to the background page, which may be restarted. */
export class Channel {
  #port = null;
  #calls = new Map();
  #lastId = 0;
  #onState;

  /**
   * @param {function(object): void} onState called with each new state of the tab
   */
  constructor(onState) {
    this.#onState = onState;
    const [{ type }] = performance.getEntriesByType("navigation");
    this.#connect(type);
  }

  /**
   * Has the background page do something.
   * @param {string} act the action
   * @param {object} [said] its parameters
   * @returns {Promise<object>} the result; rejects with {name, parameters}
   */
  do(act, said = {}) {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#calls.set(id, { resolve, reject });
      this.#port.postMessage({ ...said, id, act });
    });
  }

  /**
   * Connects, and reconnects when the connection ends.
   * @param {string} name the browser's type of the page's navigation: "reload" or another
   */
  #connect(name) {
    this.#port = chrome.runtime.connect({ name });
    this.#port.onMessage.addListener((message) => this.#received(message));
    this.#port.onDisconnect.addListener(() => {
      const waiting = [...this.#calls.values()];
      this.#calls.clear();
      const gone = { name: "org.soteria.browser.HostGone", parameters: {} };
      for (const { reject } of waiting) reject(gone);
      setTimeout(() => this.#connect("again"), 200);
    });
  }

  /**
   * Handles a message.
   * @param {object} message a state, or the answer to a call
   */
  #received({ state, id, result, error }) {
    if (state) {
      this.#onState(state);
      return;
    }
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (error) call?.reject(error);
    else call?.resolve(result);
  }
}
