// @ts-check
/** A socket that only tells: the newest state, again after every break. */

/**
 * Listens until it is closed, or until `done` says that nothing more will come.
 * @param {string} path
 * @param {{told: (state: any) => void, connected?: (is: boolean) => void, done: () => boolean, lost: () => void}} on
 *   `lost` is called when the server refuses: what is listened to may have ended meanwhile
 * @returns {() => void} stops listening
 */
export function listen(path, on) {
  let closed = false;
  let tries = 0;
  /** @type {WebSocket | undefined} */
  let socket;
  const open = () => {
    if (closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    let opened = false;
    socket = new WebSocket(`${scheme}://${location.host}${path}`);
    socket.addEventListener("open", () => {
      opened = true;
      tries = 0;
      on.connected?.(true);
    });
    socket.addEventListener("message", (event) => {
      if (!closed) on.told(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (closed || on.done()) return;
      on.connected?.(false);
      tries += 1;
      // A socket that is refused does not say why.
      if (!opened) on.lost();
      setTimeout(open, Math.min(5000, 200 * 2 ** tries));
    });
  };
  open();
  return () => {
    closed = true;
    socket?.close();
  };
}
