// One game as this browser knows it: what the server said, and the own turn that is on its way.

import type { FromClient, FromServer, GameSnapshot, SeenEvent } from '../protocol/generated';
import { gameDe } from '../i18n/game.de';
import { gameEn } from '../i18n/game.en';
import type { Seat } from '../rules/state';
import { commandId, type Command } from '../socket/outbox';
import type { AnyState } from './course';
import { Known } from './known.svelte';
import { latest, type Moment, type Timeline } from './timeline';

export type Text = Record<string, string>;

const UNSUPPORTED: Text = { de: gameDe.unsupported, en: gameEn.unsupported };

export class Table<S = AnyState> extends Known<S> {
  /** Why this game can't be shown. */
  gone = $state.raw<Text | null>(null);
  /** Why the last command was refused, in the server's words. */
  refusal = $state.raw<Text | null>(null);
  /** Whether the one at this browser has ended the game by leaving it. */
  hasLeft = $state(false);
  /** A command other than a turn that has no answer yet. */
  isAsking = $state(false);
  /** The position that was to be left by taking back when another one had already come. */
  #leaving: number | null = null;
  #leave: (() => void) | null = null;
  #watchedAs: string | null = null;
  /** The missing events have been asked for. */
  #isCatchingUp = false;

  /** Begins to watch. */
  enter(): void {
    this.#leave ??= this.connection.subscribe({
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

  /** Plays a complete, legal turn: shown now if it can be, sent until it is answered. */
  play(turn: string): void {
    const { timeline } = this;
    if (!timeline || !this.isMyTurn) return;
    const id = commandId();
    const moment = foreseen(timeline, turn);
    this.underway = { id, turn, position: timeline.position, moment };
    this.refusal = null;
    const { game } = this;
    const command: Command = { t: 'play', id, game, position: timeline.position, turn };
    this.connection.command(command, ({ code, text }) => {
      if (!code || this.underway?.id !== id) return;
      this.underway = null;
      this.refusal = text ?? null;
      this.#catchUp();
    });
  }

  /** Offers, answers, resigns, leaves, claims: one at a time. */
  ask(verb: 'offer_draw' | 'resign' | 'leave_game' | 'claim_win'): void {
    this.#ask({ t: verb, id: commandId(), game: this.game });
  }

  /** Lets the one who is to act at this device see their cards. */
  unveil(): void {
    if (!this.isCurtainDown || !this.timeline) return;
    const { position } = this.timeline;
    this.#ask({ t: 'unveil', id: commandId(), game: this.game, position }, isDoneElsewhere);
  }

  /** Ends the pause that waits for that word. */
  goOn(): void {
    const pause = this.timeline?.pause;
    if (!pause) return;
    const { version } = pause;
    this.#ask({ t: 'go_on', id: commandId(), game: this.game, pause: version }, isDoneElsewhere);
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
    this.connection.command(command, ({ code, text }) => {
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
    if (!this.story.replace(snapshot)) return;
    this.#isCatchingUp = false;
    this.gone = this.timeline ? null : UNSUPPORTED;
    this.#settle();
  }

  #append(event: SeenEvent): void {
    if (this.gone) return;
    const step = this.story.append(event);
    if (step === 'gap') this.#catchUp();
    if (step !== 'next') return;
    this.#isCatchingUp = false;
    this.#settle();
    if (this.isUnveiling) this.#catchUp();
  }

  /** The own turn is no longer under way once the game has moved past its position. */
  #settle(): void {
    this.#takeBackAgain();
    const { timeline } = this;
    if (!timeline || !this.underway) return;
    if (timeline.end || timeline.position !== this.underway.position) this.underway = null;
  }

  #compare(version: number | undefined): void {
    if (this.gone || version === undefined) return;
    if (version <= (this.timeline?.version ?? 0) && !this.isUnveiling) return;
    // A ping comes seconds later: whatever was asked for before it has been lost.
    this.#isCatchingUp = false;
    this.#catchUp();
  }

  #catchUp(): void {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    this.connection.tell(this.#watch());
  }

  /**
   * Another person at this browser has another seat, which only a whole picture tells; and so do
   * cards that lie open from now on.
   */
  #watch(): FromClient {
    const player = this.connection.player?.id ?? null;
    const isAnew = player !== this.#watchedAs || this.isUnveiling;
    const since = isAnew ? null : (this.timeline?.version ?? null);
    this.#watchedAs = player;
    return { t: 'watch', game: this.game, since };
  }
}

/** Another tab at this device has been faster, and the table shows it. */
function isDoneElsewhere(code: string): boolean {
  return ['stale_position', 'already_unveiled', 'paused', 'no_such_pause'].includes(code);
}

/** The table after a turn that the server has not seen yet; null where only it can tell. */
function foreseen<S>(timeline: Timeline<S>, turn: string): Moment<S> | null {
  const before = latest(timeline);
  const state = timeline.course.foresee(before.state, turn);
  if (state === null) return null;
  const toMove = timeline.course.toMove(state);
  return { ...before, state, turn, seat: before.toMove, toMove, version: -1 };
}
