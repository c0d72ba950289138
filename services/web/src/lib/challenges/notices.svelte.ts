// The browser's own notifications: asked for after a click alone, and only while nobody looks here.

import { keep, recall } from '../storage';

const KEY = 'spielcenter.notices';

/** `blocked`: the browser was told no, and only there can it be told otherwise. */
export type NoticeState = 'on' | 'off' | 'blocked' | 'impossible';

export class Notices {
  #permission = $state<NotificationPermission>('default');
  #isWanted = $state(recall(KEY).isOn === true);

  constructor() {
    if (this.#isPossible) this.#permission = Notification.permission;
  }

  get state(): NoticeState {
    if (!this.#isPossible) return 'impossible';
    if (this.#permission === 'denied') return 'blocked';
    return this.#isWanted && this.#permission === 'granted' ? 'on' : 'off';
  }

  get #isPossible(): boolean {
    return typeof Notification !== 'undefined' && isSecureContext;
  }

  /** Switches them on or off; on asks the browser's question, so it wants a click. */
  async set(isOn: boolean): Promise<void> {
    if (isOn && this.#isPossible) this.#permission = await Notification.requestPermission();
    this.#isWanted = isOn;
    keep(KEY, { isOn });
  }

  /** Shows one, if nobody looks; several tabs show the same one once. */
  show(title: string, about: { text: string; tag: string }, open: () => void): void {
    if (this.state !== 'on' || !document.hidden) return;
    try {
      const shown = new Notification(title, {
        body: about.text,
        tag: about.tag,
        icon: '/icon.svg',
      });
      shown.onclick = () => {
        focus();
        shown.close();
        open();
      };
    } catch {
      // Some browsers have the name, and nothing behind it without a service worker.
    }
  }
}

export const notices = new Notices();
