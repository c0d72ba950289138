// Where an info stands: beside what it tells about, and not over what is being used.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Spot {
  left: number;
  top: number;
}

const GAP = 10;
const EDGE = 6;

/** How much of two boxes lies on one another. */
function overlap(one: Box, other: Box): number {
  const width =
    Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height =
    Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** The box around all of them. */
function union(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Above, below, to the right and to the left of a box, as near to the anchor as that allows. */
function beside(box: Box, anchor: Box, size: { width: number; height: number }): Spot[] {
  const middle = anchor.left + anchor.width / 2 - size.width / 2;
  const level = anchor.top + anchor.height / 2 - size.height / 2;
  return [
    { left: middle, top: box.top - size.height - GAP },
    { left: middle, top: box.top + box.height + GAP },
    { left: box.left + box.width + GAP, top: level },
    { left: box.left - size.width - GAP, top: level },
  ];
}

/**
 * The best place around the anchor, or around all that is to be kept clear, moved into the window.
 * Over the anchor itself it never stands if there is any other place; over the rest as little as
 * possible.
 */
export function spotFor(
  anchor: Box,
  size: { width: number; height: number },
  window: { width: number; height: number },
  clear: readonly Box[],
): Spot {
  const within = (value: number, length: number, whole: number): number =>
    Math.max(EDGE, Math.min(value, whole - length - EDGE));
  const around = [anchor, union([anchor, ...clear])];
  const spots = around.flatMap((box) => beside(box, anchor, size));
  const costs = spots.map((spot) => {
    const placed = {
      left: within(spot.left, size.width, window.width),
      top: within(spot.top, size.height, window.height),
    };
    const box = { ...placed, ...size };
    const covered = clear.reduce((sum, other) => sum + overlap(box, other), 0);
    return { placed, cost: covered + 1000 * overlap(box, anchor) };
  });
  return costs.reduce((best, next) => (next.cost < best.cost ? next : best)).placed;
}
