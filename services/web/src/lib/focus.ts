// Whoever plays by keyboard or listens keeps a place on the page when what had the focus goes away.

const BOARD = '[data-point][tabindex="0"], [data-home]';
const PAGE = '#content';

/** Puts the focus on the board, or else on the page's content. */
function goHome(): void {
  const home =
    document.querySelector<HTMLElement | SVGElement>(BOARD) ?? document.querySelector(PAGE);
  (home as HTMLElement | null)?.focus({ preventScroll: true });
}

const isNowhere = (): boolean => document.activeElement === document.body;

/** Watches until the returned function is called. */
export function keepFocus(): () => void {
  let last: Element | null = null;

  function onfocusin({ target }: FocusEvent): void {
    last = target as Element;
  }

  function onfocusout({ target }: FocusEvent): void {
    const left = target as Element;
    // Gone from the page, or switched off on the way out: lost. Still there: left on purpose.
    queueMicrotask(() => {
      if (left === last && left.isConnected && !left.matches(':disabled')) last = null;
    });
  }

  const observer = new MutationObserver(() => {
    if (!last || last.isConnected) return;
    last = null;
    if (isNowhere()) goHome();
  });

  document.addEventListener('focusin', onfocusin);
  document.addEventListener('focusout', onfocusout);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onfocusin);
    document.removeEventListener('focusout', onfocusout);
    observer.disconnect();
  };
}
