// What this device remembers: language, colours of the page, how the table looks and sounds.

import { keep, recall } from './storage';

export type Language = 'de' | 'en';
export type Theme = 'system' | 'light' | 'dark';

export interface Remembered {
  language: Language;
  theme: Theme;
  coordinates: boolean;
  warning: boolean;
  sound: boolean;
  confirm: boolean;
  tableChat: boolean;
  /** Whether Battlehanse shows which cards of a hand are known. */
  remembered: boolean;
}

const KEY = 'spielcenter.settings';
const SWITCHES = ['coordinates', 'warning', 'sound', 'confirm', 'tableChat', 'remembered'] as const;

/** What is either on or off. */
export type SwitchKey = (typeof SWITCHES)[number];

export class Settings implements Remembered {
  language = $state<Language>(preferred());
  theme = $state<Theme>('system');
  coordinates = $state(true);
  warning = $state(false);
  sound = $state(true);
  confirm = $state(false);
  /** Whether chat at tables is shown at all. */
  tableChat = $state(true);
  remembered = $state(true);
  /** Hears of every change that somebody has made on this device. */
  onchange: (() => void) | null = null;

  constructor() {
    this.#takeAll(recall(KEY));
    this.#show();
  }

  /** All of them, as they are now. */
  get all(): Remembered {
    const { language, theme, coordinates, warning, sound, confirm } = this;
    const { tableChat, remembered } = this;
    return { language, theme, coordinates, warning, sound, confirm, tableChat, remembered };
  }

  /** Changes one setting, and remembers it. */
  set<K extends keyof Remembered>(key: K, value: Remembered[K]): void {
    (this as Remembered)[key] = value;
    keep(KEY, this.all);
    this.#show();
    this.onchange?.();
  }

  /** Takes over what is known and allowed of settings made elsewhere, and remembers it. */
  adopt(stored: Record<string, unknown>): void {
    this.#takeAll(stored);
    keep(KEY, this.all);
    this.#show();
  }

  #takeAll(stored: Record<string, unknown>): void {
    this.#take('language', stored.language, ['de', 'en']);
    this.#take('theme', stored.theme, ['system', 'light', 'dark']);
    for (const key of SWITCHES) this.#take(key, stored[key], [true, false]);
  }

  #take<K extends keyof Remembered>(key: K, value: unknown, allowed: Remembered[K][]): void {
    if (allowed.includes(value as Remembered[K])) {
      (this as Remembered)[key] = value as Remembered[K];
    }
  }

  #show(): void {
    const root = document.documentElement;
    root.lang = this.language;
    root.dataset.theme = this.theme;
  }
}

/** German, unless the browser asks for English before it asks for German. */
function preferred(): Language {
  const known = navigator.languages.find((tag) => /^(?:de|en)\b/i.test(tag));
  return known?.toLowerCase().startsWith('en') ? 'en' : 'de';
}

export const settings = new Settings();
