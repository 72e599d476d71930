import { counted } from "../lib/texts.js";

/** The interval of announcements to screen readers, in seconds. */
const SPOKEN_EVERY = 10;

/**
 * The countdown of a wait, for eyes and screen readers. Its times are those of `performance.now`,
 * which a changed clock does not move; the daemon decides if the wait is really over.
 */
export class Countdown {
  #timer = null;
  #end = 0;
  #spoken = null;
  #parts;
  #say;
  #onOver;

  /**
   * @param {{seconds: Element, progress: Element}} parts the elements that show it
   * @param {function(string): void} say announces a text to screen readers
   * @param {function(): void} onOver called when the wait is over
   */
  constructor(parts, say, onOver) {
    this.#parts = parts;
    this.#say = say;
    this.#onOver = onOver;
  }

  /** Whether a wait runs. */
  get runs() {
    return this.#timer !== null;
  }

  /**
   * Starts a countdown, replacing the previous one.
   * @param {number} seconds the time left
   * @param {number} whole the length of the whole wait, in seconds
   */
  begin(seconds, whole) {
    this.stop();
    this.#end = performance.now() + seconds * 1000;
    this.#parts.progress.max = Math.max(whole, seconds, 1);
    this.#spoken = null;
    this.#timer = setInterval(() => this.#show(), 200);
    this.#show();
  }

  /** Stops the countdown. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Shows and announces the time left. */
  #show() {
    const left = Math.max(0, (this.#end - performance.now()) / 1000);
    const seconds = Math.ceil(left);
    const { seconds: number, progress } = this.#parts;
    if (number.textContent !== String(seconds)) number.textContent = String(seconds);
    progress.value = progress.max - left;
    const step = Math.ceil(seconds / SPOKEN_EVERY);
    if (seconds > 0 && step !== this.#spoken) {
      this.#spoken = step;
      this.#say(counted("secondsLeft", seconds));
    }
    if (left > 0) return;
    this.stop();
    this.#onOver();
  }
}
