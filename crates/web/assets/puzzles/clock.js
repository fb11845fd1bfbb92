// @ts-check
/** A clock that runs while somebody can see the page. */

export class Clock {
  /** @param {(text: string) => void} show */
  constructor(show) {
    this.show = show;
    this.passed = 0;
    /** When it last started, if it runs. @type {number | undefined} */
    this.since = undefined;
    this.wanted = false;
    this.look = () => this.update();
    document.addEventListener("visibilitychange", this.look);
    this.timer = setInterval(this.look, 250);
    this.update();
  }

  /** Milliseconds so far. */
  get elapsed() {
    return this.passed + (this.since === undefined ? 0 : performance.now() - this.since);
  }

  start() {
    this.wanted = true;
    this.update();
  }

  stop() {
    this.wanted = false;
    this.update();
  }

  /** @param {number} elapsed */
  set(elapsed) {
    this.stop();
    this.passed = elapsed;
    this.update();
  }

  update() {
    const runs = this.wanted && !document.hidden;
    if (runs && this.since === undefined) this.since = performance.now();
    if (!runs && this.since !== undefined) {
      this.passed = this.elapsed;
      this.since = undefined;
    }
    this.show(spoken(this.elapsed));
  }

  end() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.look);
  }
}

/** @param {number} milliseconds */
export function spoken(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
