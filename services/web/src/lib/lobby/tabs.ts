// What there is to be seen in the waiting room, each at its own address.

export const LOBBY_TABS = [
  'hall',
  'people',
  'live',
  'quick',
  'ranking',
  'games',
  'mail',
  'profile',
] as const;

export type LobbyTab = (typeof LOBBY_TABS)[number];

/** The address of a tab. */
export function tabPath(tab: LobbyTab): string {
  return tab === 'hall' ? '/lobby' : `/lobby/${tab}`;
}
