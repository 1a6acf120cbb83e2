// A soft click for a move, two tones for an end. Made in the browser; there is nothing to load.

import { app } from "./app.js";
import { byId } from "./dom.js";
import { match } from "./match.js";

const KEY = "lastmove-sound";
const button = byId("sound");
/** @type {AudioContext | null} */
let audio = null;

const on = () => localStorage.getItem(KEY) !== "off";

/** @param {number} pitch @param {number} after @param {number} length */
function tone(pitch, after, length) {
  if (!audio) return;
  const start = audio.currentTime + after;
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  source.type = "triangle";
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0.12, start);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

/** @param {[number, number, number][]} tones */
function play(tones) {
  // Browsers allow sound only once somebody has touched the page.
  if (!on() || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const each of tones) tone(...each);
}

function draw() {
  button.setAttribute("aria-pressed", String(on()));
  button.title = on() ? "Sound is on" : "Sound is off";
  button.querySelector("use").setAttribute("href", on() ? "#icon-sound" : "#icon-muted");
}

button.addEventListener("click", () => {
  localStorage.setItem(KEY, on() ? "off" : "on");
  draw();
  play([[520, 0, 0.09]]);
});
app.addEventListener("played", () => play([[app.tree.game === "amazons" ? 330 : 260, 0, 0.08], [190, 0.05, 0.1]]));
match.addEventListener("ended", () => play([[440, 0.15, 0.25], [587, 0.35, 0.4]]));
draw();
