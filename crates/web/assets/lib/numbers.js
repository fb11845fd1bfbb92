// @ts-check
/** Numbers that somebody typed, checked before they are sent. */

import { words } from "../strings.js";

/**
 * Says what is wrong with the first field that holds no whole number within its bounds.
 * @param {HTMLInputElement[]} inputs each with its label; an empty one is left to its default
 */
export function checkNumbers(inputs) {
  for (const input of inputs) {
    const { validity, value, min, max } = input;
    const isWhole = value === "" || Number.isInteger(Number(value));
    if (input.disabled || (isWhole && !validity.badInput && !validity.rangeUnderflow && !validity.rangeOverflow)) continue;
    input.focus();
    throw new Error(words.wholeNumber(input.labels?.[0]?.textContent ?? "", min, max));
  }
}
