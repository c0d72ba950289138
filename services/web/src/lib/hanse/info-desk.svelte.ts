// When the info about a card opens and closes: under the mouse, on focus, held by a finger.

import type { Attachment } from 'svelte/attachments';
import type { Topic } from './info';

const HOVER_MS = 450;
const FOCUS_MS = 700;
const HOLD_MS = 450;
/** The way from the card to the info. */
const LEAVE_MS = 300;
/** By then the click of a press has come. */
const CLICK_WITHIN_MS = 300;
/** A finger that moves farther scrolls. */
const STILL_PX = 12;

/** What is told, and at which element. */
export interface Opened {
  topic: Topic;
  anchor: HTMLElement;
}

export class InfoDesk {
  opened = $state.raw<Opened | null>(null);
  /** The id of the info, for those who listen. */
  readonly id: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The click that follows a long press marks nothing. */
  #isHeld = false;

  constructor(id: string) {
    this.id = id;
  }

  open(topic: Topic, anchor: HTMLElement): void {
    this.#rest();
    this.opened?.anchor.removeAttribute('aria-describedby');
    anchor.setAttribute('aria-describedby', this.id);
    this.opened = { topic, anchor };
  }

  close(): void {
    this.#rest();
    this.opened?.anchor.removeAttribute('aria-describedby');
    this.opened = null;
  }

  /** Where a tap means nothing else, it opens the info, or closes it. */
  toggle(topic: Topic, anchor: HTMLElement): void {
    if (this.opened?.anchor === anchor) this.close();
    else this.open(topic, anchor);
  }

  /** The mouse has reached the info itself. */
  stay(): void {
    this.#rest();
  }

  leave(): void {
    this.#later(LEAVE_MS, () => {
      this.close();
    });
  }

  /** Makes an element tell that topic. */
  tells(topic: Topic): Attachment<HTMLElement> {
    return (element) => {
      const events = new AbortController();
      const on = <K extends keyof HTMLElementEventMap>(
        name: K,
        heard: (event: HTMLElementEventMap[K]) => void,
        capture = false,
      ): void => {
        element.addEventListener(name, heard, { signal: events.signal, capture });
      };
      this.#hearMouse(topic, element, on);
      this.#hearFinger(topic, element, on);
      on('focus', () => {
        if (element.matches(':focus-visible')) this.#soon(FOCUS_MS, topic, element);
      });
      on('blur', () => {
        this.#forget(element);
      });
      return () => {
        events.abort();
        this.#forget(element);
      };
    };
  }

  /** An element may lose the focus because it goes, in the midst of a change of the page. */
  #forget(element: HTMLElement): void {
    this.#rest();
    queueMicrotask(() => {
      if (this.opened?.anchor !== element) return;
      element.removeAttribute('aria-describedby');
      this.opened = null;
    });
  }

  #hearMouse(topic: Topic, element: HTMLElement, on: On): void {
    let isOver = false;
    // Not as soon as it is over it: a table may be laid, or change, under a mouse that stands still.
    on('pointermove', ({ pointerType }) => {
      if (pointerType !== 'mouse' || isOver) return;
      isOver = true;
      if (this.opened?.anchor === element) this.stay();
      else this.#soon(this.opened ? LEAVE_MS : HOVER_MS, topic, element);
    });
    on('pointerleave', ({ pointerType }) => {
      isOver = false;
      if (pointerType === 'mouse') this.leave();
    });
  }

  #hearFinger(topic: Topic, element: HTMLElement, on: On): void {
    let from = { x: 0, y: 0 };
    on('pointerdown', ({ pointerType, clientX, clientY }) => {
      this.#isHeld = false;
      from = { x: clientX, y: clientY };
      // Whoever presses wants to play, not to read.
      if (pointerType === 'mouse') {
        this.close();
        return;
      }
      this.#later(HOLD_MS, () => {
        this.#isHeld = true;
        this.open(topic, element);
      });
    });
    on('pointermove', ({ pointerType, clientX, clientY }) => {
      const isFar = Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX;
      if (pointerType !== 'mouse' && !this.#isHeld && isFar) this.#rest();
    });
    const letGo = ({ pointerType }: PointerEvent): void => {
      if (pointerType !== 'mouse') this.#rest();
    };
    on('pointerup', (event) => {
      letGo(event);
      this.#clickOver();
    });
    on('pointercancel', letGo);
    on('contextmenu', (event) => {
      if ((event as PointerEvent).pointerType !== 'mouse') event.preventDefault();
    });
    on(
      'click',
      (event) => {
        if (!this.#isHeld) return;
        this.#isHeld = false;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    );
  }

  /** Not every browser clicks after a long press. */
  #clickOver(): void {
    setTimeout(() => {
      this.#isHeld = false;
    }, CLICK_WITHIN_MS);
  }

  #soon(delay: number, topic: Topic, element: HTMLElement): void {
    this.#later(delay, () => {
      this.open(topic, element);
    });
  }

  #later(delay: number, then: () => void): void {
    this.#rest();
    this.#timer = setTimeout(then, delay);
  }

  #rest(): void {
    clearTimeout(this.#timer);
  }
}

type On = <K extends keyof HTMLElementEventMap>(
  name: K,
  heard: (event: HTMLElementEventMap[K]) => void,
  capture?: boolean,
) => void;
