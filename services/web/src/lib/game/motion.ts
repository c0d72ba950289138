// Stones that move by themselves: the other side's, and those of a replay.

import type { Place } from './geometry';

const SLIDE_MS = 250;
const FADE_MS = 450;

/** Whether this person wants things to move at all; not where the browser can't say. */
function isMotionWelcome(): boolean {
  const { matchMedia }: Partial<Window> = window;
  return matchMedia?.('(prefers-reduced-motion: reduce)').matches === false;
}

function run(element: Element, frames: Keyframe[], duration: number): void {
  if (isMotionWelcome()) element.animate(frames, { duration, easing: 'ease-in-out' });
}

/** A stone comes from another point, or out of nowhere where `from` is null. */
export function arriving(from: Place | null, to: Place): (element: Element) => void {
  const begin: Keyframe = from
    ? { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }
    : { opacity: 0, transform: 'translateY(-24px)' };
  return (element) => {
    run(element, [begin, { opacity: 1, transform: 'none' }], SLIDE_MS);
  };
}

/** A stone that has been taken fades away; without motion it is gone at once. */
export function fading(element: Element): void {
  run(element, [{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }], FADE_MS);
}
