// A list of turns that keeps the one that is looked at in sight.

import type { Attachment } from 'svelte/attachments';

/** Also when what stands beside the list takes some of its room. */
export function inSight(ply: number): Attachment<HTMLElement> {
  return (list) => {
    keepInSight(list, ply);
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      keepInSight(list, ply);
    });
    observer.observe(list);
    return () => {
      observer.disconnect();
    };
  };
}

function keepInSight(list: HTMLElement, ply: number): void {
  const current = list.querySelector<HTMLElement>(`[data-ply="${ply}"]`);
  if (!current) return;
  // Only the list scrolls: `scrollIntoView` would move the page under the thumb.
  const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
