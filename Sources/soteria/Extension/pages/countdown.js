import { counted } from "./words.js";

/** Seconds between what a screen reader is told. */
const SPOKEN_EVERY = 10;

/**
 * The wait as a person sees and hears it. Times are those of `performance.now`, which no change of
 * the clock moves; whether the wait is really over the daemon says.
 */
export class Countdown {
  #timer = null;
  #end = 0;
  #spoken = null;
  #parts;
  #say;
  #onOver;

  /**
   * @param {{seconds: Element, progress: Element}} parts where it is shown
   * @param {function(string): void} say tells a screen reader
   * @param {function(): void} onOver told when the wait is over
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
   * Counts down, in place of what was counted before.
   * @param {number} seconds how long
   * @param {number} whole how long the whole wait is
   */
  begin(seconds, whole) {
    this.stop();
    this.#end = performance.now() + seconds * 1000;
    this.#parts.progress.max = Math.max(whole, seconds, 1);
    this.#spoken = null;
    this.#timer = setInterval(() => this.#show(), 200);
    this.#show();
  }

  /** Counts no more. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Shows and says what is left. */
  #show() {
    const left = Math.max(0, (this.#end - performance.now()) / 1000);
    const seconds = Math.ceil(left);
    const { seconds: number, progress } = this.#parts;
    if (number.textContent !== String(seconds)) number.textContent = String(seconds);
    progress.value = progress.max - left;
    const step = Math.ceil(seconds / SPOKEN_EVERY);
    if (seconds > 0 && step !== this.#spoken) {
      this.#spoken = step;
      this.#say(`${counted(seconds, "second")} left`);
    }
    if (left > 0) return;
    this.stop();
    this.#onOver();
  }
}
