// What this browser knows of one game, and what that lets whoever sits here do.

import type { Presence, Rated, SeenEvent } from '../protocol/generated';
import { botStrength, type Strength } from '../players';
import { other, type Seat } from '../rules/state';
import type { Connection } from '../socket/connection.svelte';
import type { AnyState } from './course';
import { hasCurtain, Story } from './story.svelte';
import { latest, open, type Moment, type Timeline } from './timeline';

/** The own turn, shown at once where chance has no say in it; undone if the server refuses it. */
export interface Underway<S> {
  id: string;
  turn: string;
  position: number;
  moment: Moment<S> | null;
}

export class Known<S = AnyState> {
  readonly game: string;
  seat = $state<Seat | null>(null);
  presence = $state.raw<Presence | null>(null);
  /** What a rated game of one's own has changed, as told at its end. */
  rated = $state.raw<Rated | null>(null);
  protected underway = $state.raw<Underway<S> | null>(null);
  protected readonly story = new Story<S>();
  protected readonly connection: Connection;

  constructor(game: string, connection: Connection) {
    this.game = game;
    this.connection = connection;
  }

  get timeline(): Timeline<S> | null {
    return this.story.timeline;
  }

  /** What has been told of the game, as it came. */
  get events(): readonly SeenEvent[] {
    return this.story.events;
  }

  /** All positions, the own turn that is on its way included. */
  get moments(): readonly Moment<S>[] {
    const confirmed = this.timeline?.moments ?? [];
    const moment = this.underway?.moment;
    return moment ? [...confirmed, moment] : confirmed;
  }

  /** Whether the own turn still waits for its answer. */
  get isUnderway(): boolean {
    return this.underway !== null;
  }

  /** Whether it is for this browser to act. */
  get isMyTurn(): boolean {
    const { timeline, seat } = this;
    if (!timeline || seat === null || this.isHeldUp || this.isCurtainDown) return false;
    // The server's word that the game is over may still be on its way.
    const { toMove } = latest(timeline);
    return toMove !== null && (this.isHotseat || toMove === seat);
  }

  /** Whether nobody can act here now: it is over, the clocks stand, or a turn is on its way. */
  protected get isHeldUp(): boolean {
    return this.underway !== null || this.timeline === null || isAtRest(this.timeline);
  }

  /** Whether at this device nobody's cards lie open, though somebody is to act. */
  get isCurtainDown(): boolean {
    const { timeline } = this;
    if (!timeline || !hasCurtain(timeline) || isAtRest(timeline)) return false;
    return this.isHotseat && timeline.viewer === 'spectator';
  }

  /** Whether the cards behind the curtain have been asked for. */
  get isUnveiling(): boolean {
    return this.story.isAwaitingCards;
  }

  /** Whether both sides are played at this device. */
  get isHotseat(): boolean {
    return this.timeline?.terms.kind === 'hotseat' && this.seat !== null;
  }

  /** Whether nothing is heard from the server, and nothing gets there. */
  get isCutOff(): boolean {
    return this.connection.status === 'offline';
  }

  /** How strong the computer is that this browser plays against; null against a person. */
  get computer(): Strength | null {
    if (!this.timeline || this.seat === null) return null;
    return botStrength(this.timeline.seats[other(this.seat)].player);
  }

  /** Whether an own turn can be taken back, with the reply to it; at one device the last one. */
  get canTakeBack(): boolean {
    const { timeline } = this;
    if (!timeline || this.isHeldUp) return false;
    if (this.isHotseat) return !hasCurtain(timeline) && open(timeline).length > 0;
    return this.computer !== null && this.#hasOpenTurn(timeline);
  }

  /** Whether a turn of one's own is among those that can be taken back. */
  #hasOpenTurn(timeline: Timeline<S>): boolean {
    return open(timeline).some(({ seat }) => seat === this.seat);
  }

  /** Whether turns are taken back here as soon as the other agrees. */
  get isByConsent(): boolean {
    if (this.timeline?.terms.kind !== 'friendly' || this.seat === null) return false;
    return this.timeline.seats[0].player !== this.timeline.seats[1].player;
  }

  /** Whether the other can be asked to let the own last turn be taken back. */
  get canAskUndo(): boolean {
    const { timeline, seat } = this;
    if (!timeline || seat === null || !this.isByConsent || this.isHeldUp) return false;
    if (timeline.ask) return false;
    const hasAsked = timeline.askedAt[seat] === timeline.position;
    return !hasAsked && this.#hasOpenTurn(timeline);
  }

  /** Whether the other side's draw offer, or request to take back, waits for an answer here. */
  isAskedFor(what: 'offer' | 'ask'): boolean {
    const asked = this.timeline?.[what];
    return Boolean(asked) && this.seat !== null && asked?.seat !== this.seat;
  }
}

/** Whether it is over, or both clocks stand between two rounds. */
function isAtRest<S>({ end, pause }: Timeline<S>): boolean {
  return end !== null || pause !== null;
}
