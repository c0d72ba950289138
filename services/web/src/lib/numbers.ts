// Numbers as people write them.

/** A number with a minus, not a hyphen, where it is below zero. */
export function plain(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}
