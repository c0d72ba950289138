// What goes on around every table, whatever is played: clocks, names, chat, help, what was refused.

import { untrack } from 'svelte';
import { connection } from '../house.svelte';
import { namesAt } from '../hotseat/names.svelte';
import { sentence, words } from '../i18n/words.svelte';
import { TableChat } from '../live/chat.svelte';
import { seatName } from '../players';
import { keepTally } from '../practice/keep-tally';
import { settings } from '../settings.svelte';
import type { AnyState } from './course';
import { Helper } from './helper.svelte';
import type { Looking } from './looking.svelte';
import type { Timeline } from './timeline';
import { Watcher } from './watcher.svelte';

const READ_WITHIN_MS = 6_000;

export class Sitting<S extends AnyState> {
  readonly view: Looking<S>;
  readonly watcher: Watcher;
  readonly chat: TableChat;
  readonly helper: Helper;

  constructor(view: Looking<S>, resultAfterMs?: number) {
    const { table } = view;
    this.view = view;
    this.watcher = new Watcher(table, connection, resultAfterMs);
    this.chat = new TableChat(table.game, connection);
    this.helper = new Helper(table);
  }

  /** What the two are called. */
  names({ terms, seats }: Timeline<S>): [string, string] {
    if (terms.kind === 'hotseat') return namesAt(this.view.table.game, terms);
    return [seatName(seats[0], words.t), seatName(seats[1], words.t)];
  }

  /** Why there is no hint, or why the server has refused something. */
  get problem(): string | null {
    const { problem } = this.helper;
    if (problem) {
      return problem.text ? sentence(problem.text, settings.language) : words.t.app.failed;
    }
    const { refusal } = this.view.table;
    return refusal ? sentence(refusal, settings.language) : null;
  }

  /** Keeps up with the game; call it while the component is made. */
  follow(): void {
    const { view, helper } = this;
    const { table } = view;
    $effect(() => this.watcher.run());
    $effect(() => {
      if (table.timeline?.position)
        untrack(() => {
          view.settle();
          helper.clear();
        });
    });
    $effect(() => {
      if (table.timeline?.version) untrack(() => keepTally(table));
    });
  }

  /** What was refused has been read after a while; call it while the component is made. */
  forget(problem: () => unknown, forget: () => void): void {
    $effect(() => {
      if (problem() === null) return;
      const timer = setTimeout(() => {
        this.view.table.refusal = this.helper.problem = null;
        forget();
      }, READ_WITHIN_MS);
      return () => {
        clearTimeout(timer);
      };
    });
  }

  /** A key at the table that stands for a step through the game, or for one of these. */
  press(event: KeyboardEvent, { undo, ...does }: Keys): void {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || target.closest('input, select, textarea')) return;
    if (isUndo(event)) {
      // What isn't there to be taken back is none of this page's business.
      if (undo()) event.preventDefault();
      return;
    }
    const step = this.#step(event, does);
    if (!step) return;
    event.preventDefault();
    step();
  }

  #step(event: KeyboardEvent, { flip, escape }: Omit<Keys, 'undo'>): (() => void) | undefined {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    const { view, watcher } = this;
    const steps: Record<string, (() => void) | undefined> = {
      arrowleft: () => view.step(-1),
      arrowright: () => view.step(1),
      home: () => view.goTo(0),
      end: () => view.goLive(),
      f: flip,
      escape: () => (watcher.isResultShown ? watcher.hideResult() : escape()),
    };
    return steps[event.key.toLowerCase()];
  }
}

interface Keys {
  flip: () => void;
  escape: () => void;
  /** False if there is nothing to be taken back. */
  undo: () => boolean;
}

/** With a control key, too, as everywhere. */
function isUndo({ key, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && !shiftKey && !altKey;
}
