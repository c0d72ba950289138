// Whether anybody can see this page; what calls for them is then said louder.

class Attention {
  isHidden = $state(document.hidden);

  constructor() {
    document.addEventListener('visibilitychange', () => {
      this.isHidden = document.hidden;
    });
  }
}

const CALL = '●';
const attention = new Attention();

/** A page's title; marked while something waits for who looks at another tab. */
export function titleOf(text: string, name: string, isCalling: boolean): string {
  const mark = isCalling && attention.isHidden ? `${CALL} ` : '';
  return `${mark}${text} – ${name}`;
}

/** Shows this as the page's title, whatever its own is, until the returned function is called. */
export function callByTitle(text: string): () => void {
  let own = document.title;
  const call = `${CALL} ${text}`;
  const show = (): void => {
    if (document.title === call) return;
    own = document.title;
    document.title = call;
  };
  // The page may get another title meanwhile: that is the one to come back to.
  const observer = new MutationObserver(show);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  show();
  return () => {
    observer.disconnect();
    document.title = own;
  };
}
