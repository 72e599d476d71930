import { Backoff } from "./backoff.js";

/** The native host's name, as its manifests have it. */
export const HOST_NAME = "org.soteria.browser";

/** The protocol between this extension and the host. */
export const PROTOCOL = 1;

/** A call that failed: the name and the parameters of what the daemon or the host answered. */
export class CallError extends Error {
  /**
   * @param {string} name a qualified name, such as org.soteria.unblock.Strict
   * @param {object} [parameters] what it says more
   */
  constructor(name, parameters = {}) {
    super(name);
    this.name = name;
    this.parameters = parameters;
  }
}

/** So long an answer may take, in milliseconds: one that takes longer does not come. */
const PATIENCE = 15_000;

/** No host runs: the error of every call then. */
export const HOST_GONE = "org.soteria.browser.HostGone";

/** The connection to the native host, which is made again after every loss. */
export class Host {
  #port = null;
  #greeted = false;
  #calls = new Map();
  #followed = new Set();
  #waiting = new Set();
  #lastId = 0;
  #backoff = new Backoff();
  #timer = null;
  /** Runs until the host has greeted. */
  #limit = null;

  /** @type {number} */
  #patience;

  /** Why there is no connection, in the browser's or our own words; null where there is one. */
  problem = "not connected yet";
  /** The version of Soteria that the host belongs to; null until it has said so. */
  version = null;
  /** Called after every change of `problem`. */
  onChange = () => {};

  /**
   * @param {number} [patience] how long an answer may take, in milliseconds
   */
  constructor(patience = PATIENCE) {
    this.#patience = patience;
  }

  /** Whether a host answers that speaks our protocol. */
  get connected() {
    return this.#greeted;
  }

  /** Connects where there is no connection; may be called at any time. */
  start() {
    if (this.#port) return;
    clearTimeout(this.#timer);
    const port = chrome.runtime.connectNative(HOST_NAME);
    this.#port = port;
    port.onMessage.addListener((message) => this.#received(port, message));
    port.onDisconnect.addListener(() => {
      const error = port.error ?? chrome.runtime.lastError;
      this.#lost(port, error?.message ?? "the browser host ended");
    });
    this.#limit = setTimeout(() => this.#giveUp(port), this.#patience);
  }

  /**
   * One call and its answer.
   * @param {string} method a qualified name
   * @param {object} [parameters] the call's parameters
   * @returns {Promise<object>} the reply's parameters; rejects with a CallError
   */
  call(method, parameters = {}) {
    const port = this.#port;
    let limit = null;
    return new Promise((resolve, reject) => {
      limit = setTimeout(() => this.#giveUp(port), this.#patience);
      this.#send(method, parameters, { resolve, reject });
    }).finally(() => clearTimeout(limit));
  }

  /**
   * Waits for a connection; a background page that was just woken has none yet.
   * @param {number} milliseconds how long at most
   * @returns {Promise<boolean>} whether there is one
   */
  ready(milliseconds) {
    if (this.#greeted) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
      setTimeout(() => {
        this.#waiting.delete(resolve);
        resolve(this.#greeted);
      }, milliseconds);
    });
  }

  /**
   * Follows a method that answers again and again, over every loss of the connection.
   * @param {string} method a qualified name
   * @param {object} parameters the call's parameters
   * @param {function(object): void} onReply told every reply
   * @param {function(CallError): void} onLost told once per loss; later replies begin again
   */
  follow(method, parameters, onReply, onLost) {
    const following = { backoff: new Backoff(), timer: null, ask: null };
    following.ask = () => {
      clearTimeout(following.timer);
      if (!this.#greeted) return;
      const again = (error) => {
        onLost(error);
        clearTimeout(following.timer);
        following.timer = setTimeout(following.ask, following.backoff.next());
      };
      this.#send(method, parameters, {
        more: true,
        resolve: (reply, continues) => {
          following.backoff.reset();
          onReply(reply);
          if (!continues) again(new CallError(HOST_GONE));
        },
        reject: again,
      });
    };
    this.#followed.add(following);
    following.ask();
  }

  /**
   * Sends a call, or rejects it at once where nobody listens.
   * @param {string} method a qualified name
   * @param {object} parameters the call's parameters
   * @param {{resolve: function, reject: function, more?: boolean}} call who waits for the answer
   */
  #send(method, parameters, call) {
    if (!this.#greeted) {
      call.reject(new CallError(HOST_GONE));
      return;
    }
    const id = ++this.#lastId;
    this.#calls.set(id, call);
    this.#port.postMessage({ id, method, parameters, ...(call.more && { more: true }) });
  }

  /**
   * Takes a message of the host in.
   * @param {object} port the connection that it came over
   * @param {object} message what it said
   */
  #received(port, message) {
    if (port !== this.#port) return;
    if (message.hello) {
      this.#greet(message.hello);
      return;
    }
    const call = this.#calls.get(message.id);
    if (!call) return;
    if (!message.continues) this.#calls.delete(message.id);
    if (message.error) {
      call.reject(new CallError(message.error, message.parameters));
    } else {
      call.resolve(message.parameters ?? {}, message.continues === true);
    }
  }

  /**
   * The host's first words.
   * @param {{version: string, protocol: number}} hello what it is
   */
  #greet(hello) {
    clearTimeout(this.#limit);
    this.version = hello.version;
    if (hello.protocol !== PROTOCOL) {
      this.problem =
        `Soteria ${hello.version} and this extension do not understand each other: ` +
        "install the extension that belongs to it with “soteria browser install”";
      this.onChange();
      return;
    }
    this.#greeted = true;
    this.#backoff.reset();
    this.problem = null;
    for (const resolve of this.#waiting) resolve(true);
    this.#waiting.clear();
    this.onChange();
    for (const following of this.#followed) {
      following.backoff.reset();
      following.ask();
    }
  }

  /**
   * A host that does not answer is as good as none; another is started.
   * @param {object} port the connection to it
   */
  #giveUp(port) {
    if (!port || port !== this.#port) return;
    port.disconnect();
    this.#lost(port, "the browser host does not answer");
  }

  /**
   * The connection is gone: everything that waits is told, and another attempt comes.
   * @param {object} port the connection
   * @param {string} problem why, in words
   */
  #lost(port, problem) {
    if (port !== this.#port) return;
    clearTimeout(this.#limit);
    this.#port = null;
    this.#greeted = false;
    this.problem = problem;
    const waiting = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of waiting) call.reject(new CallError(HOST_GONE));
    this.#timer = setTimeout(() => this.start(), this.#backoff.next());
    this.onChange();
  }
}
