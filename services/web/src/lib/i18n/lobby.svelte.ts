// The texts of the waiting room and of moderation, in the language that this device has chosen.

import { settings } from '../settings.svelte';
import { lobbyDe } from './lobby.de';
import { lobbyEn } from './lobby.en';

export const LOBBY_CATALOGUES = { de: lobbyDe, en: lobbyEn };

export const lobbyWords = {
  get t() {
    return LOBBY_CATALOGUES[settings.language];
  },
};
