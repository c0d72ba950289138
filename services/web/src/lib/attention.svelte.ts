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
