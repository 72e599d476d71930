import { Backoff } from "./backoff.js";
import { text } from "./texts.js";

/** The native host's name in its manifests. */
export const HOST_NAME = "org.soteria.browser";

/** The version of the protocol between this extension and the host. */
export const PROTOCOL = 1;

/** A failed call: the name and the parameters of the error from the daemon or the host. */
export class CallError extends Error {
  /**
   * @param {string} name a qualified name, such as org.soteria.unblock.Strict
   * @param {object} [parameters] its parameters
   */
  constructor(name, parameters = {}) {
    super(name);
    this.name = name;
    this.parameters = parameters;
  }
}

/** The call that tells the host the version of this extension. */
const HELLO = "org.soteria.browser.Hello";

/** The time limit of an answer, in milliseconds. */
const PATIENCE = 15_000;

/** The error of every call while no host runs. */
export const HOST_GONE = "org.soteria.browser.HostGone";

/** The connection to the native host, reopened after every loss. */
export class Host {
  #port = null;
  #greeted = false;
  #calls = new Map();
  #followed = new Set();
  #waiting = new Set();
  #lastId = 0;
  #backoff = new Backoff();
  #timer = null;
  /** The timer for the host's greeting. */
  #limit = null;

  /** @type {number} */
  #patience;

  /** The reason for a missing connection, in words; null if there is a connection. */
  problem = text("notConnected");
  /** The host's version of Soteria; null before its greeting. */
  version = null;
  /** Called after every change of `problem`. */
  onChange = () => {};

  /**
   * @param {number} [patience] the time limit of an answer, in milliseconds
   */
  constructor(patience = PATIENCE) {
    this.#patience = patience;
  }

  /** Whether a host with the same protocol is connected. */
  get connected() {
    return this.#greeted;
  }

  /** Connects if there is no connection; may be called at any time. */
  start() {
    if (this.#port) return;
    clearTimeout(this.#timer);
    const port = chrome.runtime.connectNative(HOST_NAME);
    this.#port = port;
    port.onMessage.addListener((message) => this.#received(port, message));
    port.onDisconnect.addListener(() => {
      const error = port.error ?? chrome.runtime.lastError;
      this.#lost(port, error?.message ?? text("hostEnded"));
    });
    this.#limit = setTimeout(() => this.#giveUp(port), this.#patience);
  }

  /**
   * Makes a call.
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
   * @param {number} milliseconds the time limit
   * @returns {Promise<boolean>} true if there is a connection
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
   * Follows a method with many replies; calls it again after every loss of the connection.
   * @param {string} method a qualified name
   * @param {object} parameters the call's parameters
   * @param {function(object): void} onReply called with every reply
   * @param {function(CallError): void} onLost called once per loss; later replies start over
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
   * Sends a call, or rejects it at once without a connection.
   * @param {string} method a qualified name
   * @param {object} parameters the call's parameters
   * @param {{resolve: function, reject: function, more?: boolean}} call the handlers of the answer
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
   * Handles a message of the host.
   * @param {object} port the connection
   * @param {object} message the message
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
   * Handles the host's greeting.
   * @param {{version: string, protocol: number}} hello the greeting
   */
  #greet(hello) {
    clearTimeout(this.#limit);
    this.version = hello.version;
    if (hello.protocol !== PROTOCOL) {
      this.problem = text("otherProtocol", hello.version);
      this.onChange();
      return;
    }
    this.#greeted = true;
    // Nothing waits for the answer, and the host of Soteria 0.1.0 rejects this call.
    const { version } = chrome.runtime.getManifest();
    this.#port.postMessage({ id: 0, method: HELLO, parameters: { version } });
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
   * Drops a host that does not answer, and starts another.
   * @param {object} port the connection to it
   */
  #giveUp(port) {
    if (!port || port !== this.#port) return;
    port.disconnect();
    this.#lost(port, text("hostSilent"));
  }

  /**
   * Handles the loss of the connection: rejects the open calls and schedules another attempt.
   * @param {object} port the connection
   * @param {string} problem the reason, in words
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
