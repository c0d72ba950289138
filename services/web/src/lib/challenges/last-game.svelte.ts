// The last game against somebody that was over in this tab: a wish for another is told wherever one
// looks meanwhile.

import { untrack } from 'svelte';
import { connection } from '../house.svelte';
import { NextGame } from '../room/next-game.svelte';
import { router } from '../router.svelte';
import { keepHere, recallHere } from './tab';

const KEY = 'spielcenter.last-game';

interface Place {
  room: string;
  game: string;
}

class LastGame {
  #place = $state.raw<Place | null>(null);
  #next = $state.raw<NextGame | null>(null);
  #isHidden = $state(false);

  /** The game that somebody wants to play once more, unless that is on this page. */
  readonly wished = $derived.by(() => {
    const { page } = router;
    if (!this.#place || !this.#next?.isMember || this.#next.stage !== 'invited') return null;
    return page.name === 'game' && page.id === this.#place.game ? null : this.#place.game;
  });

  /** Who wants it. */
  readonly by = $derived.by(() => {
    const { view, role } = this.#next?.room ?? {};
    return (role === 'host' ? view?.guest : view?.host) ?? null;
  });

  /** Whether a card may be shown. */
  readonly isShown = $derived(this.wished !== null && !this.#isHidden);

  get isBusy(): boolean {
    return this.#next?.room.isAsking ?? false;
  }

  /** Hears of wishes, and tells of each, until the returned function is called. */
  begin(heard: () => void): () => void {
    const known = recallHere<Place>(KEY);
    if (known) this.isOver(known.room, known.game);
    const end = $effect.root(() => {
      $effect(() => {
        const stage = this.#next?.stage;
        untrack(() => {
          if (stage === 'closed' || stage === 'going on') this.#drop();
          else if (stage !== 'invited') this.#isHidden = false;
        });
      });
      $effect(() => {
        if (this.wished) untrack(heard);
      });
    });
    return () => {
      end();
      this.#stop();
    };
  }

  /** That game is over for one of its two players. */
  isOver(room: string, game: string): void {
    if (this.#place?.game === game) return;
    this.#stop();
    this.#isHidden = false;
    this.#place = { room, game };
    this.#next = new NextGame(room, game, connection);
    this.#next.room.enter();
    keepHere(KEY, this.#place);
  }

  /** Says that there will be no other game. */
  decline(): void {
    this.#next?.decline();
  }

  /** Shows it no more on this device. */
  hide(): void {
    this.#isHidden = true;
  }

  #drop(): void {
    this.#stop();
    keepHere(KEY, null);
  }

  #stop(): void {
    this.#next?.room.stop();
    this.#next = null;
    this.#place = null;
  }
}

export const lastGame = new LastGame();
