// @ts-check
/** A game's socket: it comes back by itself, and every time the server begins with the whole state. */

/** @typedef {import("./api.js").ServerMessage} ServerMessage */

export class GameSocket {
  /**
   * @param {string} id
   * @param {string} key of a seat, or empty
   * @param {{told: (told: ServerMessage) => void, connected: (is: boolean) => void, gone: () => void}} on
   */
  constructor(id, key, on) {
    this.id = id;
    this.key = key;
    this.on = on;
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    this.tries = 0;
    this.closed = false;
    this.open();
  }

  open() {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${encodeURIComponent(this.id)}/socket`, /^\w+$/.test(this.key) ? ["seat", this.key] : []);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.on.connected(true);
    });
    socket.addEventListener("message", (event) => this.on.told(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.again());
  }

  async again() {
    if (this.closed) return;
    this.on.connected(false);
    this.tries += 1;
    // A socket that is refused does not say why; the game itself does.
    const answer = await fetch(`/api/games/${encodeURIComponent(this.id)}`).catch(() => undefined);
    if (answer?.status === 404) {
      this.closed = true;
      this.on.gone();
      return;
    }
    setTimeout(() => this.open(), Math.min(5000, 150 * 2 ** this.tries));
  }

  /** @param {{type: string} & Record<string, any>} asked */
  send(asked) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(asked));
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
