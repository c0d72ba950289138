// Who stands where in the list of people, and who is found in it.

import { FAMILIES, type Family } from '../people/api';
import type { PersonHere } from '../protocol/generated';
import { keep, recall } from '../storage';

/** By Elo in a family of games, or by name. */
export type Order = Family | 'name';
export const ORDERS: readonly Order[] = [...FAMILIES, 'name'];

/** How the list stands, and in which family the Elo is that stands beside the names. */
export interface Ordering {
  order: Order;
  family: Family;
}

const KEY = 'spielcenter.people';

/** As it was chosen last on this device: by Elo in Mühle at first. */
export function rememberedOrdering(): Ordering {
  const stored = recall(KEY);
  return {
    order: ORDERS.find((one) => one === stored.order) ?? 'mills',
    family: FAMILIES.find((one) => one === stored.family) ?? 'mills',
  };
}

/** Another order; names don't say whose Elo is to stand there, so it stays. */
export function reordered({ family }: Ordering, order: Order): Ordering {
  const ordering = { order, family: order === 'name' ? family : order };
  keep(KEY, ordering);
  return ordering;
}

/** A row of the list: a person, and what they are called now. */
export interface Row {
  person: PersonHere;
  name: string;
}

const UNRATED = -1;

export const eloOf = ({ elo }: PersonHere, family: Family): number | null => elo?.[family] ?? null;

export const isFree = ({ state }: PersonHere): boolean => state !== 'playing';

/** Oneself on top, then who is free, then by strength or by name. */
export function sorted(
  rows: readonly Row[],
  { me, order, language }: { me: string | null; order: Order; language: string },
): readonly Row[] {
  const { compare } = new Intl.Collator(language, { sensitivity: 'base', numeric: true });
  const byName = (a: Row, b: Row): number =>
    compare(a.name, b.name) || compare(a.person.player, b.person.player);
  const byElo =
    (family: Family) =>
    (a: Row, b: Row): number =>
      (eloOf(b.person, family) ?? UNRATED) - (eloOf(a.person, family) ?? UNRATED) || byName(a, b);
  const within = order === 'name' ? byName : byElo(order);
  const place = ({ person }: Row): number => {
    if (person.player === me) return 0;
    return isFree(person) ? 1 : 2;
  };
  return rows.toSorted((a, b) => place(a) - place(b) || within(a, b));
}

/** Rows with these letters in their name, whatever their case and accents. */
export function found(rows: readonly Row[], asked: string): readonly Row[] {
  const plain = (text: string): string =>
    text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const letters = plain(asked.trim());
  return letters ? rows.filter(({ name }) => plain(name).includes(letters)) : rows;
}
