// The one socket: connects, comes back after a drop, says who listens to what, hears silence.

import type {
  FromClient,
  FromServer,
  GameSummary,
  Player,
  Refused,
  Standing,
} from '../protocol/generated';
import { backoff } from './backoff';
import { Outbox, type Command, type Settled } from './outbox';
import { ServerClock } from './server-clock';

export type Status = 'connecting' | 'online' | 'offline';
export type Listener = (message: FromServer) => void;

/** As much of a WebSocket as is needed; tests bring their own. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send: (text: string) => void;
  close: () => void;
}

export interface Surroundings {
  open: () => Socket;
  now: () => number;
  random: () => number;
}

/**
 * Something that wants messages, and must say so again after every reconnect. Without a greeting it
 * hears what comes unasked.
 */
export interface Subscription {
  greet?: () => FromClient;
  farewell?: () => FromClient;
  receive: Listener;
}

export const SILENCE_MS = 9_000;
export const RESEND_MS = 4_000;
const TICK_MS = 1_000;
const COMPLAINT_MS = 6_000;
const RESTART = 1012;
const USUAL: Standing = { muted_until_ms: null, banned_until_ms: null, blocked: [] };

export class Connection {
  status = $state<Status>('connecting');
  player = $state<Player | null>(null);
  running = $state<GameSummary[]>([]);
  /** How we stand with the house; what is not said otherwise is as usual. */
  standing = $state.raw<Standing>(USUAL);
  /** A sentence of the server's about a message that it could not take. */
  complaint = $state<Record<string, string> | null>(null);
  /** The session was closed elsewhere; somebody has to say who we are now. */
  onsessionclosed: (() => void) | null = null;

  readonly clock: ServerClock;
  readonly #around: Surroundings;
  readonly #outbox = new Outbox();
  // Nothing shows this list, so it need not be reactive.
  #subscriptions: readonly Subscription[] = [];
  #socket: Socket | null = null;
  #isWelcome = false;
  #attempt = 0;
  #heardAt = 0;
  #resentAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #complained: ReturnType<typeof setTimeout> | undefined;
  #tick: ReturnType<typeof setInterval> | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
    this.clock = new ServerClock(around.now);
  }

  /** Opens the socket, and from then on keeps one open. */
  start(): void {
    this.#tick ??= setInterval(() => {
      this.#watchSilence();
    }, TICK_MS);
    this.#connect();
  }

  /** A new socket at once: the session has changed, or the network is back. */
  reconnect(): void {
    this.#drop();
    this.#attempt = 0;
    this.#connect();
  }

  /** Ends for good. */
  stop(): void {
    clearInterval(this.#tick);
    this.#tick = undefined;
    clearTimeout(this.#retry);
    this.#drop();
  }

  /** Sends a command, and again until it is answered; then `settled` hears the answer. */
  command(command: Command, settled: Settled): void {
    this.#outbox.add(command, settled);
    if (this.#isWelcome) this.#send(command);
  }

  /** Receives what concerns it until the returned function is called. */
  subscribe(subscription: Subscription): () => void {
    this.#subscriptions = [...this.#subscriptions, subscription];
    this.#greet(subscription);
    return () => {
      this.#subscriptions = this.#subscriptions.filter((other) => other !== subscription);
      this.#part(subscription);
    };
  }

  #greet({ greet }: Subscription): void {
    if (greet && this.#isWelcome) this.#send(greet());
  }

  /** Of several who listen to the same, the last one out says farewell. */
  #part({ farewell }: Subscription): void {
    if (!farewell || !this.#isWelcome) return;
    const text = JSON.stringify(farewell());
    const isWanted = ({ farewell: other }: Subscription): boolean =>
      other !== undefined && JSON.stringify(other()) === text;
    if (!this.#subscriptions.some(isWanted)) this.#send(farewell());
  }

  /** Sends a message that needs no answer; lost when there is no connection. */
  tell(message: FromClient): void {
    if (this.#isWelcome) this.#send(message);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const socket = this.#around.open();
    this.#socket = socket;
    this.#heardAt = this.#around.now();
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#receiveFrame(data);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#socket === socket) this.#closed(code, reason);
    };
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isWelcome = false;
    socket?.close();
  }

  #closed(code: number, reason: string): void {
    this.#socket = null;
    this.#isWelcome = false;
    this.status = 'offline';
    if (reason === 'session_closed') this.onsessionclosed?.();
    const isAtOnce = code === RESTART && this.#attempt === 0;
    const wait = isAtOnce ? 0 : backoff(this.#attempt, this.#around.random());
    this.#attempt += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.#connect();
    }, wait);
  }

  #watchSilence(): void {
    const now = this.#around.now();
    if (this.#socket && now - this.#heardAt > SILENCE_MS) {
      this.#drop();
      this.#closed(0, 'silence');
    } else if (this.#isWelcome && now - this.#resentAt > RESEND_MS) {
      this.#resend();
    }
  }

  #resend(): void {
    this.#resentAt = this.#around.now();
    for (const command of this.#outbox.unanswered) this.#send(command);
  }

  #send(message: FromClient): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** A frame holds one or more messages, separated by newlines. */
  #receiveFrame(frame: string): void {
    this.#heardAt = this.#around.now();
    for (const text of frame.split('\n')) {
      if (text) this.#receive(JSON.parse(text) as FromServer);
    }
  }

  #receive(message: FromServer): void {
    switch (message.t) {
      case 'welcome':
        this.#welcome(message.now_ms, message.player, message.running);
        break;
      case 'ping':
        this.clock.learn(message.now_ms);
        this.tell({ t: 'pong', n: message.n });
        break;
      case 'answer':
        this.#outbox.settle(message);
        break;
      case 'running':
        this.running = message.running;
        break;
      case 'standing':
        this.standing = message.standing;
        break;
      case 'refused':
        this.#complain(message);
        break;
      default:
    }
    for (const subscription of this.#subscriptions) subscription.receive(message);
  }

  #complain({ code, text }: Refused): void {
    // The waiting room itself says that it is closed.
    if (code === 'banned') return;
    this.complaint = text;
    clearTimeout(this.#complained);
    this.#complained = setTimeout(() => {
      this.complaint = null;
    }, COMPLAINT_MS);
  }

  #welcome(nowMs: number, player: Player | null, running: GameSummary[]): void {
    this.clock.forget();
    this.clock.learn(nowMs);
    this.player = player;
    this.running = running;
    this.standing = USUAL;
    this.status = 'online';
    this.complaint = null;
    this.#attempt = 0;
    this.#isWelcome = true;
    for (const subscription of this.#subscriptions) this.#greet(subscription);
    this.#resend();
  }
}
