// @ts-check
/** A small celebration: dots in the colours of the puzzle, thrown up once. None for those who ask for less motion. */

import { svg } from "../lib/dom.js";

const DOTS = 36;
const LENGTH = 1100;

/** @param {HTMLElement} over what it flies over @param {number[]} hues */
export function confetti(over, hues) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const sky = svg("svg", { class: "confetti", viewBox: "-50 -50 100 100", "aria-hidden": "true" });
  over.append(sky);
  const flights = Array.from({ length: DOTS }, (_, index) => {
    const dot = svg("circle", { class: `hue-${hues[index % hues.length]}`, r: 1 + (index % 3) * 0.5 });
    sky.append(dot);
    // Angles by the golden section look scattered, and are the same every time.
    const angle = index * 2.4;
    const far = 22 + ((index * 7) % 26);
    const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far - 8];
    return dot.animate(
      [
        { transform: "translate(0, 0)", opacity: 1 },
        { transform: `translate(${x}px, ${y}px)`, opacity: 1, offset: 0.55 },
        { transform: `translate(${x * 1.1}px, ${y + 30}px)`, opacity: 0 },
      ],
      { duration: LENGTH, easing: "cubic-bezier(.2, .7, .4, 1)" },
    );
  });
  void Promise.allSettled(flights.map((flight) => flight.finished)).then(() => sky.remove());
}
