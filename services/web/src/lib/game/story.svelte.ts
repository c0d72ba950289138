// The events of a game as they have come, and what they come to for who sits here.

import type { Viewer } from '../hanse/view';
import type { GameSnapshot, SeenEvent } from '../protocol/generated';
import type { Seat } from '../rules/state';
import type { AnyState } from './course';
import { evolve, fold } from './fold';
import type { Timeline } from './timeline';

/** What one more event did: nothing new, the next step, or there are some missing before it. */
export type Step = 'known' | 'next' | 'gap';

export class Story<S = AnyState> {
  timeline = $state.raw<Timeline<S> | null>(null);
  events = $state.raw<readonly SeenEvent[]>([]);

  /** The cards have been asked for at this device, and have not come yet. */
  get isAwaitingCards(): boolean {
    const { timeline } = this;
    return timeline !== null && timeline.unveiled !== null && timeline.viewer !== timeline.unveiled;
  }

  /** Begins anew with a whole picture; false if it is older than what is known. */
  replace({ events, seat, version }: GameSnapshot): boolean {
    // Two watches can cross; an older picture than the one shown is of no use.
    if (this.timeline && version < this.timeline.version) return false;
    this.#tell(events, seat as Seat | null);
    return true;
  }

  append(event: SeenEvent): Step {
    const known = this.timeline?.version ?? 0;
    if (event.version <= known) return 'known';
    if (!this.timeline || event.version > known + 1) return 'gap';
    if (hasCurtain(this.timeline) && event.type !== 'games.clock_credited') this.#cover();
    this.events = [...this.events, event];
    this.timeline = evolve(this.timeline as Timeline, event) as Timeline<S> | null;
    return 'next';
  }

  #tell(events: readonly SeenEvent[], seat: Seat | null): void {
    const open = fold(events);
    const viewer = open && viewerOf(open, events, seat);
    this.events = events;
    this.timeline = (
      viewer === 'spectator' ? open : viewer !== null && fold(events, viewer)
    ) as Timeline<S> | null;
  }

  /** The curtain falls: of whatever hand lay open nothing is kept here. */
  #cover(): void {
    if (this.timeline?.viewer === 'spectator') return;
    this.events = this.events.map((event) => ({ ...event, shown: undefined }));
    this.timeline = fold(this.events) as Timeline<S> | null;
  }
}

/** Whether two at one device play something where they must not see each other's cards. */
export function hasCurtain<S>({ terms, course }: Timeline<S>): boolean {
  return terms.kind === 'hotseat' && course.hasSecrets;
}

/** Whose eyes these events are meant for; behind a curtain anybody's. */
function viewerOf(open: Timeline, events: readonly SeenEvent[], seat: Seat | null): Viewer {
  if (!hasCurtain(open)) return seat ?? 'spectator';
  const hasCards = events.some(({ shown }) => shown !== undefined && shown !== null);
  return hasCards ? (open.unveiled ?? 'spectator') : 'spectator';
}
