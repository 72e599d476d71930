/** The way from a blocked page to the background page, which may be stopped and started again. */
export class Channel {
  #port = null;
  #calls = new Map();
  #lastId = 0;
  #onState;

  /**
   * @param {function(object): void} onState told how the tab stands, again and again
   */
  constructor(onState) {
    this.#onState = onState;
    const [{ type }] = performance.getEntriesByType("navigation");
    this.#connect(type);
  }

  /**
   * Has the background page do something.
   * @param {string} act what
   * @param {object} [said] what is said more
   * @returns {Promise<object>} what came of it; rejects with {name, parameters}
   */
  do(act, said = {}) {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#calls.set(id, { resolve, reject });
      this.#port.postMessage({ ...said, id, act });
    });
  }

  /**
   * Connects, and again whenever the connection ends.
   * @param {string} name how the page came about, as the browser says it: "reload" or another word
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
   * Takes a message in.
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
