// Answers to what the client asks by HTTP.

import { vi } from 'vitest';

export interface Answer {
  status?: number;
  body: unknown;
}

export type Answers = Record<string, Answer | ((sent: unknown) => Answer)>;

/** Answers what the client asks by HTTP; returns all that was asked. */
export function answer(answers: Answers): { asked: string[]; sent: Record<string, unknown> } {
  const asked: string[] = [];
  const sent: Record<string, unknown> = {};
  vi.stubGlobal(
    'fetch',
    vi.fn((path: string, { method, body }: { method: string; body: string | null }) => {
      const key = `${method} ${path}`;
      asked.push(key);
      const data: unknown = body === null ? null : JSON.parse(body);
      sent[key] = data;
      if (!(key in answers)) return Promise.reject(new TypeError(`nobody answers ${key}`));
      const found = answers[key];
      const { status = 200, body: said } = typeof found === 'function' ? found(data) : found;
      return Promise.resolve(new Response(JSON.stringify(said), { status }));
    }),
  );
  return { asked, sent };
}

export const refusal = (code: string, text: string, detail?: object): Answer => ({
  status: 403,
  body: { code, text: { de: text, en: text }, detail: detail ?? null },
});
