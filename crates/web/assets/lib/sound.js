// @ts-check
/** Short, soft sounds, made as they are played. Off unless somebody wants them. */

/** A tone: its pitch in hertz, when it begins, how long it rings in seconds, and how loud it is. @typedef {[number, number, number, number]} Tone */
/** What is heard: strokes of wood begin with a short rush of air, bells do not. @typedef {{wood: boolean, tones: Tone[]}} Sound */

/** @type {Record<"move" | "capture" | "end" | "solved", Sound>} */
const SOUNDS = {
  move: { wood: true, tones: [[196, 0, 0.09, 0.2]] },
  capture: { wood: true, tones: [[147, 0, 0.12, 0.22], [110, 0.06, 0.14, 0.2]] },
  end: { wood: false, tones: [[392, 0, 0.5, 0.1], [494, 0.12, 0.5, 0.1], [587, 0.24, 0.8, 0.12]] },
  solved: { wood: false, tones: [[523, 0, 0.4, 0.1], [659, 0.09, 0.4, 0.1], [784, 0.18, 0.4, 0.1], [1047, 0.27, 0.8, 0.1]] },
};
/** How long a stroke rushes, and how loud. */
const RUSH = { seconds: 0.03, gain: 0.12 };

/** @type {AudioContext | undefined} */
let audio;
/** The choice where a browser forbids storage. */
let chosen = false;

/** Whether sounds are wanted. @param {boolean} [wanted] */
export function sound(wanted) {
  if (wanted !== undefined) chosen = wanted;
  try {
    if (wanted !== undefined) localStorage.setItem("sound", wanted ? "on" : "off");
    return localStorage.getItem("sound") === "on";
  } catch {
    return chosen;
  }
}

/** Plays a sound, if sounds are wanted. @param {keyof typeof SOUNDS} name */
export function ring(name) {
  if (!sound()) return;
  audio ??= new AudioContext();
  void audio.resume();
  write(audio, name);
}

/** @param {BaseAudioContext} to @param {keyof typeof SOUNDS} name */
export function write(to, name) {
  const { wood, tones } = SOUNDS[name];
  for (const [frequency, after, seconds, gain] of tones) {
    const at = to.currentTime + after;
    const tone = new OscillatorNode(to, { type: wood ? "triangle" : "sine", frequency });
    // A sound that begins at once clicks.
    fading(tone, to, at, seconds, gain);
    tone.start(at);
    tone.stop(at + seconds);
    if (wood) rush(to, at);
  }
}

/** @param {BaseAudioContext} to @param {number} at */
function rush(to, at) {
  const samples = new Float32Array(Math.ceil(RUSH.seconds * to.sampleRate));
  const noise = new AudioBuffer({ length: samples.length, sampleRate: to.sampleRate });
  noise.copyToChannel(samples.map(() => 2 * Math.random() - 1), 0);
  const source = new AudioBufferSourceNode(to, { buffer: noise });
  const soft = new BiquadFilterNode(to, { type: "lowpass", frequency: 1800 });
  source.connect(soft);
  fading(soft, to, at, RUSH.seconds, RUSH.gain);
  source.start(at);
}

/** Swells for an instant and dies away. @param {AudioNode} from @param {BaseAudioContext} to @param {number} at @param {number} seconds @param {number} gain */
function fading(from, to, at, seconds, gain) {
  const volume = new GainNode(to, { gain: 0 });
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(gain, at + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  from.connect(volume).connect(to.destination);
}
