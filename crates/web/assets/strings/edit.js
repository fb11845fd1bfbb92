// @ts-check
/** The words of a position of one's own. */

export const editWords = {
  title: (/** @type {string} */ title) => `${title}: a position of your own`,
  lead: "Choose what to put down, then the squares. If no game can be played from what is on the board, the page says what is missing.",
  put: "Put down",
  nothing: "nothing (clear)",
  count: "How many",
  turn: "Whose turn",
  text: "The position as text",
  start: "From the start",
  clear: "Clear the board",
  play: "Play from here",
};
