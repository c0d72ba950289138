// The HTTP API of accounts, profiles, the ranking and the wallet.

import { ask } from '../api';
import type {
  Me,
  NewToken,
  Profile,
  RankingPage,
  RatingsPage,
  RecoveryCodes,
  SessionView,
  SignedUp,
  TokenView,
  Wallet,
} from '../protocol/generated';

export const FAMILIES = ['mills', 'hanse'] as const;
/** Games that share a rating. */
export type Family = (typeof FAMILIES)[number];

const ACCOUNT = '/api/account';

export const EXPORT_PATH = `${ACCOUNT}/export`;

export const accounts = {
  signUp: (name: string, password: string) =>
    ask<SignedUp>('POST', '/api/sign-up', { name, password }),
  signIn: (name: string, password: string) => ask<Me>('POST', '/api/sign-in', { name, password }),
  recover: (name: string, code: string, password: string) =>
    ask<Me>('POST', '/api/recover', { name, code, password }),
  rename: (name: string, password: string) =>
    ask<Me>('POST', `${ACCOUNT}/name`, { name, password }),
  changePassword: (old: string, new_: string) =>
    ask<Me>('POST', `${ACCOUNT}/password`, { old, new: new_ }),
  newCodes: (password: string) =>
    ask<RecoveryCodes>('POST', `${ACCOUNT}/recovery-codes`, { password }),
  delete: (password: string) => ask<Me>('POST', `${ACCOUNT}/delete`, { password }),
  sessions: () => ask<SessionView[]>('GET', `${ACCOUNT}/sessions`),
  closeSession: (id: string) =>
    ask<SessionView[]>('POST', `${ACCOUNT}/sessions/${encodeURIComponent(id)}/close`, {}),
  settings: () => ask<Record<string, unknown> | null>('GET', `${ACCOUNT}/settings`),
  keepSettings: (settings: object) => ask<unknown>('PUT', `${ACCOUNT}/settings`, settings),
  tokens: () => ask<TokenView[]>('GET', `${ACCOUNT}/tokens`),
  makeToken: (name: string, password: string) =>
    ask<NewToken>('POST', `${ACCOUNT}/tokens`, { name, password }),
  revokeToken: (id: string) =>
    ask<TokenView[]>('POST', `${ACCOUNT}/tokens/${encodeURIComponent(id)}/revoke`, {}),
};

export const people = {
  profile: (player: string) => ask<Profile>('GET', `/api/players/${player}`),
  ratings: (player: string) => ask<RatingsPage>('GET', `/api/players/${player}/ratings`),
  ranking: (family: Family, after: string | null) =>
    ask<RankingPage>(
      'GET',
      `/api/ranking?family=${family}${after ? `&after=${encodeURIComponent(after)}` : ''}`,
    ),
  wallet: () => ask<Wallet>('GET', '/api/wallet'),
  refill: (id: string) => ask<Wallet>('POST', '/api/wallet/refill', { id }),
};
