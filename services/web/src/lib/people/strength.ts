// How hard a password would be to guess, roughly; the server judges, this only advises.

export const SHORTEST_PASSWORD = 8;
export type PasswordStrength = 'short' | 'weak' | 'fair' | 'good';

const KINDS = [/[a-zäöüß]/, /[A-ZÄÖÜ]/, /\d/, /[^a-zäöüßA-ZÄÖÜ\d]/];
const FAIR_BITS = 45;
const GOOD_BITS = 65;
const BITS_OF_KINDS = [0, 3.5, 4.5, 5.2, 6];

/** Counts length, kinds of characters and repetition; a name in it counts for nothing. */
export function passwordStrength(password: string, name: string): PasswordStrength {
  if (Array.from(password).length < SHORTEST_PASSWORD) return 'short';
  const own =
    name.length > 2 ? password.toLowerCase().replaceAll(name.toLowerCase(), '') : password;
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const bits = worth(own) * BITS_OF_KINDS[kinds];
  if (bits >= GOOD_BITS) return 'good';
  return bits >= FAIR_BITS ? 'fair' : 'weak';
}

/** How many characters there are, not counting those that repeat or follow on the one before. */
function worth(text: string): number {
  const codes = Array.from(text, (one) => one.codePointAt(0) ?? 0);
  const isNew = codes.filter((code, at) => at === 0 || Math.abs(code - codes[at - 1]) > 1);
  return Math.min(isNew.length, new Set(codes).size * 2);
}
