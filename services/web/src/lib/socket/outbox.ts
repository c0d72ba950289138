// Commands that the server has not answered yet. Each is sent again, the same, until it has.

import type { Answered, FromClient } from '../protocol/generated';

export type Command = Extract<FromClient, { id: string }>;
export type Settled = (answer: Answered) => void;

interface Waiting {
  command: Command;
  settled: Settled;
}

/** Refusals that decide nothing: the command may have been done, so it is asked again. */
export const UNDECIDED: ReadonlySet<string> = new Set([
  'unavailable',
  'too_fast',
  'internal_error',
]);

export class Outbox {
  readonly #waiting = new Map<string, Waiting>();

  /** Remembers a command until `settle` hears its answer. */
  add(command: Command, settled: Settled): void {
    this.#waiting.set(command.id, { command, settled });
  }

  /** All commands without an answer, oldest first. */
  get unanswered(): Command[] {
    return [...this.#waiting.values()].map((item) => item.command);
  }

  /** An answer has come; whether the command is done with. */
  settle(answer: Answered): boolean {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return false;
    if (answer.code && UNDECIDED.has(answer.code)) return false;
    this.#waiting.delete(answer.id);
    waiting.settled(answer);
    return true;
  }
}

/** A new command's id: 32 hexadecimal digits. `randomUUID` needs a secure context, this doesn't. */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
