// Short, quiet sounds in plain WebAudio: a turn, a striking one, and what calls for somebody.

import { onceInBrowser } from './across-tabs';
import { settings } from './settings.svelte';

/**
 * `yours`: it is your turn, and nobody looks; `asked`: the other side wants an answer;
 * `challenged`: somebody wants to play.
 */
export type Tick = 'turn' | 'strike' | 'yours' | 'asked' | 'challenged';

const TICKS: Record<Tick, { hertz: number[]; seconds: number }> = {
  turn: { hertz: [320], seconds: 0.07 },
  strike: { hertz: [392, 587], seconds: 0.14 },
  yours: { hertz: [523, 659, 784], seconds: 0.22 },
  asked: { hertz: [587, 494], seconds: 0.24 },
  challenged: { hertz: [494, 659, 494, 659], seconds: 0.2 },
};
const LOUDNESS = 0.12;
const ATTACK_S = 0.004;
const SILENT = 0.0001;

let context: AudioContext | null = null;

/**
 * Sounds unless it is switched off, or the browser has not seen a person yet; `about` is what all
 * tabs of a browser hear of, so that one of them is enough.
 */
export function tick(kind: Tick, about: string): void {
  if (!settings.sound || typeof AudioContext === 'undefined' || !isSeen()) return;
  void onceInBrowser(`sound ${about}`, () => {
    play(kind);
  });
}

function play(kind: Tick): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const { hertz, seconds } = TICKS[kind];
  hertz.forEach((pitch, index) => {
    if (context) sound(context, pitch, context.currentTime + index * seconds * 0.6, seconds);
  });
}

/** Whether somebody has done something here: before that, browsers let nothing sound. */
function isSeen(): boolean {
  const { userActivation }: Partial<Navigator> = navigator;
  return userActivation?.hasBeenActive !== false;
}

function sound(audio: AudioContext, hertz: number, at: number, seconds: number): void {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(hertz, at);
  gain.gain.setValueAtTime(SILENT, at);
  gain.gain.exponentialRampToValueAtTime(LOUDNESS, at + ATTACK_S);
  gain.gain.exponentialRampToValueAtTime(SILENT, at + seconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + seconds);
}
