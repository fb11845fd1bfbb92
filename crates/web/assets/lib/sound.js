// @ts-check
/** A soft knock when a piece is put down. Off unless somebody wants it. */

/** @type {AudioContext | undefined} */
let audio;

/** Whether sounds are wanted. Some browsers forbid storage; then it lasts as long as the page. @param {boolean} [wanted] */
export function sound(wanted) {
  try {
    if (wanted !== undefined) localStorage.setItem("sound", wanted ? "on" : "off");
    return localStorage.getItem("sound") === "on";
  } catch {
    return wanted ?? false;
  }
}

export function knock() {
  if (!sound()) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: 220 });
  const volume = new GainNode(audio, { gain: 0.18 });
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
