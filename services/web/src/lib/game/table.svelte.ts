// One game as this browser knows it: what the server said, and the own turn that is on its way.

import type {
  FromClient,
  FromServer,
  GameSnapshot,
  Presence,
  Rated,
  SeenEvent,
} from '../protocol/generated';
import { gameDe } from '../i18n/game.de';
import { gameEn } from '../i18n/game.en';
import { play } from '../rules/play';
import { other, type Seat } from '../rules/state';
import { commandId, type Command } from '../socket/outbox';
import type { Connection } from '../socket/connection.svelte';
import { botStrength, type Strength } from '../players';
import { evolve, fold, latest, type Moment, type Timeline } from './timeline';

export type Text = Record<string, string>;

const UNSUPPORTED: Text = { de: gameDe.unsupported, en: gameEn.unsupported };

/** The own turn, shown at once; undone if the server refuses it. */
interface Underway {
  id: string;
  turn: string;
  position: number;
  moment: Moment;
}

export class Table {
  readonly game: string;
  timeline = $state.raw<Timeline | null>(null);
  seat = $state<Seat | null>(null);
  presence = $state.raw<Presence | null>(null);
  /** What a rated game of one's own has changed, as told at its end. */
  rated = $state.raw<Rated | null>(null);
  /** Why this game can't be shown. */
  gone = $state.raw<Text | null>(null);
  /** Why the last command was refused, in the server's words. */
  refusal = $state.raw<Text | null>(null);
  /** Whether the one at this browser has ended the game by leaving it. */
  hasLeft = $state(false);
  /** A command other than a turn that has no answer yet. */
  isAsking = $state(false);
  #underway = $state.raw<Underway | null>(null);
  /** The position that was to be left by taking back when another one had already come. */
  #leaving: number | null = null;
  readonly #connection: Connection;
  #leave: (() => void) | null = null;
  #watchedAs: string | null = null;
  /** The missing events have been asked for. */
  #isCatchingUp = false;

  constructor(game: string, connection: Connection) {
    this.game = game;
    this.#connection = connection;
  }

  /** All positions, the own turn that is on its way included. */
  get moments(): readonly Moment[] {
    const confirmed = this.timeline?.moments ?? [];
    return this.#underway ? [...confirmed, this.#underway.moment] : confirmed;
  }

  /** Whether the own turn still waits for its answer. */
  get isUnderway(): boolean {
    return this.#underway !== null;
  }

  /** Whether it is for this browser to act. */
  get isMyTurn(): boolean {
    const { timeline } = this;
    if (!timeline || timeline.end || this.#underway || this.seat === null) return false;
    // The server's word that the game is over may still be on its way.
    const { seat, outcome } = latest(timeline).state;
    return outcome === null && (this.isHotseat || seat === this.seat);
  }

  /** Whether both sides are played at this device. */
  get isHotseat(): boolean {
    return this.timeline?.terms.kind === 'hotseat' && this.seat !== null;
  }

  /** Whether nothing is heard from the server, and nothing gets there. */
  get isCutOff(): boolean {
    return this.#connection.status === 'offline';
  }

  /** How strong the computer is that this browser plays against; null against a person. */
  get computer(): Strength | null {
    if (!this.timeline || this.seat === null) return null;
    return botStrength(this.timeline.seats[other(this.seat)].player);
  }

  /** Whether an own turn can be taken back, with the reply to it; at one device the last one. */
  get canTakeBack(): boolean {
    const { timeline, seat } = this;
    if (!timeline || timeline.end || this.#underway) return false;
    if (this.isHotseat) return timeline.moments.length > 1;
    return this.computer !== null && timeline.moments.some((moment) => moment.seat === seat);
  }

  /** Whether turns are taken back here as soon as the other agrees. */
  get isByConsent(): boolean {
    if (this.timeline?.terms.kind !== 'friendly' || this.seat === null) return false;
    return this.timeline.seats[0].player !== this.timeline.seats[1].player;
  }

  /** Whether the other can be asked to let the own last turn be taken back. */
  get canAskUndo(): boolean {
    const { timeline, seat } = this;
    if (!timeline || seat === null || !this.isByConsent) return false;
    if (timeline.end || this.#underway || timeline.ask) return false;
    const hasAsked = timeline.askedAt[seat] === timeline.position;
    return !hasAsked && timeline.moments.some((moment) => moment.seat === seat);
  }

  /** Whether the other side's draw offer, or request to take back, waits for an answer here. */
  isAskedFor(what: 'offer' | 'ask'): boolean {
    const asked = this.timeline?.[what];
    return Boolean(asked) && this.seat !== null && asked?.seat !== this.seat;
  }

  /** Begins to watch. */
  enter(): void {
    this.#leave ??= this.#connection.subscribe({
      greet: () => this.#watch(),
      farewell: () => ({ t: 'unwatch', game: this.game }),
      receive: (message) => {
        this.#receive(message);
      },
    });
  }

  /** Watches no more. */
  leave(): void {
    this.#leave?.();
    this.#leave = null;
  }

  /** Plays a complete, legal turn: shown now, sent until it is answered. */
  play(turn: string): void {
    const { timeline } = this;
    if (!timeline || !this.isMyTurn) return;
    const id = commandId();
    const before = latest(timeline);
    const state = play(before.state, turn);
    const moment = { ...before, state, turn, seat: before.state.seat, version: -1 };
    this.#underway = { id, turn, position: timeline.position, moment };
    this.refusal = null;
    const { game } = this;
    const command: Command = { t: 'play', id, game, position: timeline.position, turn };
    this.#connection.command(command, ({ code, text }) => {
      if (!code || this.#underway?.id !== id) return;
      this.#underway = null;
      this.refusal = text ?? null;
      this.#catchUp();
    });
  }

  /** Offers, answers, resigns, leaves, claims: one at a time. */
  ask(verb: 'offer_draw' | 'resign' | 'leave_game' | 'claim_win'): void {
    this.#ask({ t: verb, id: commandId(), game: this.game });
  }

  /** Takes the own last turn back, with the computer's reply to it; at one device the last one. */
  takeBack(): void {
    if (!this.canTakeBack || !this.timeline) return;
    const { position } = this.timeline;
    this.#ask({ t: 'take_back', id: commandId(), game: this.game, position }, (code) => {
      // The computer has replied meanwhile: its turn goes as well, as soon as it is here.
      if (code !== 'stale_position') return false;
      // At one device another tab has been faster, and the board shows it.
      if (this.isHotseat) return true;
      this.#leaving = position;
      this.#takeBackAgain();
      return true;
    });
  }

  #takeBackAgain(): void {
    if (this.#leaving === null || this.timeline?.position === this.#leaving) return;
    this.#leaving = null;
    this.takeBack();
  }

  /** Accepts or declines the offer that stands, by its name. */
  reply(verb: 'accept_draw' | 'decline_draw', offer: number): void {
    this.#ask({ t: verb, id: commandId(), game: this.game, offer });
  }

  /** Asks the other to let the own last turn be taken back. */
  askUndo(): void {
    if (!this.canAskUndo || !this.timeline) return;
    const { position } = this.timeline;
    this.#ask({ t: 'ask_undo', id: commandId(), game: this.game, position });
  }

  /** Lets the other take their turn back, or not; by the request's name. */
  answerUndo(ask: number, accept: boolean): void {
    this.#ask({ t: 'answer_undo', id: commandId(), game: this.game, ask, accept });
  }

  /** `settled` says whether a refusal has been dealt with and is nobody's concern. */
  #ask(command: Command, settled?: (code: string) => boolean): void {
    if (this.isAsking) return;
    this.isAsking = true;
    this.refusal = null;
    this.#connection.command(command, ({ code, text }) => {
      this.isAsking = false;
      if (!code && command.t === 'leave_game') this.hasLeft = true;
      if (code && !settled?.(code)) this.refusal = text ?? null;
    });
  }

  #receive(message: FromServer): void {
    if (message.t === 'welcome') this.#isCatchingUp = false;
    if (message.t === 'ping') this.#compare(message.versions[this.game]);
    if ('game' in message && message.game === this.game) this.#receiveOwn(message);
  }

  #receiveOwn(message: FromServer): void {
    switch (message.t) {
      case 'game_snapshot':
        this.#replace(message);
        break;
      case 'game_event':
        this.#append(message.event);
        break;
      case 'presence':
        this.presence = message;
        break;
      case 'rated':
        this.rated = message;
        break;
      case 'game_gone':
        this.gone = message.text;
        break;
      default:
    }
  }

  #replace(snapshot: GameSnapshot): void {
    this.seat = snapshot.seat as Seat | null;
    // Two watches can cross; an older picture than the one shown is of no use.
    if (this.timeline && snapshot.version < this.timeline.version) return;
    this.#isCatchingUp = false;
    this.timeline = fold(snapshot.events);
    this.gone = this.timeline ? null : UNSUPPORTED;
    this.#settle();
  }

  #append(event: SeenEvent): void {
    const known = this.timeline?.version ?? 0;
    if (event.version <= known) return;
    if (this.gone) return;
    if (!this.timeline || event.version > known + 1) {
      this.#catchUp();
      return;
    }
    this.#isCatchingUp = false;
    this.timeline = evolve(this.timeline, event);
    this.#settle();
  }

  /** The own turn is no longer under way once the game has moved past its position. */
  #settle(): void {
    this.#takeBackAgain();
    const { timeline } = this;
    if (!timeline || !this.#underway) return;
    if (timeline.end || timeline.position !== this.#underway.position) this.#underway = null;
  }

  #compare(version: number | undefined): void {
    if (this.gone || version === undefined || version <= (this.timeline?.version ?? 0)) return;
    // A ping comes seconds later: whatever was asked for before it has been lost.
    this.#isCatchingUp = false;
    this.#catchUp();
  }

  #catchUp(): void {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    this.#connection.tell(this.#watch());
  }

  /** Another person at this browser has another seat, which only a whole picture tells. */
  #watch(): FromClient {
    const player = this.#connection.player?.id ?? null;
    const since = player === this.#watchedAs ? (this.timeline?.version ?? null) : null;
    this.#watchedAs = player;
    return { t: 'watch', game: this.game, since };
  }
}
