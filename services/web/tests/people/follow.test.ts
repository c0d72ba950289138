import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Following, PAUSE_MS } from '../../src/lib/people/follow.svelte';
import { Settings } from '../../src/lib/settings.svelte';

const ANNA = '00-anna';

/** What the server keeps, and what was sent to it. */
class House {
  stored: Record<string, unknown> | null;
  sent: object[] = [];
  isDown = false;

  constructor(stored: Record<string, unknown> | null = null) {
    this.stored = stored;
  }

  settings = (): Promise<Record<string, unknown> | null> =>
    this.isDown ? Promise.reject(new TypeError('no network')) : Promise.resolve(this.stored);

  keepSettings = (settings: object): Promise<unknown> => {
    if (this.isDown) return Promise.reject(new TypeError('no network'));
    this.sent.push(settings);
    this.stored = { ...settings };
    return Promise.resolve(settings);
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('settings of an account', () => {
  it('go up from the device that signs up', async () => {
    const settings = new Settings();
    const house = new House();
    settings.set('theme', 'dark');
    await new Following(settings, house).belongTo(ANNA);
    expect(house.stored).toMatchObject({ theme: 'dark', language: settings.language });
  });

  it('come down to the device that signs in, and stay on it', async () => {
    const settings = new Settings();
    const house = new House({ language: 'en', sound: false, theme: 'pink', later: 1 });
    await new Following(settings, house).belongTo(ANNA);
    expect(settings.all).toMatchObject({ language: 'en', sound: false, theme: 'system' });
    expect(new Settings().language).toBe('en');
    expect(house.sent).toEqual([]);
  });

  it('go up once after several changes, with what other clients keep there', async () => {
    const settings = new Settings();
    const house = new House({ later: 1 });
    await new Following(settings, house).belongTo(ANNA);
    settings.set('warning', true);
    settings.set('confirm', true);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(house.sent).toHaveLength(1);
    expect(house.sent[0]).toMatchObject({ warning: true, confirm: true, later: 1 });
  });

  it('go up at once when the page is about to be left', async () => {
    const settings = new Settings();
    const house = new House({});
    const following = new Following(settings, house);
    await following.belongTo(ANNA);
    await following.hurry();
    expect(house.sent).toEqual([]);
    settings.set('language', 'en');
    await following.hurry();
    expect(house.stored).toMatchObject({ language: 'en' });
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(house.sent).toHaveLength(1);
  });

  it('that could not be sent go up as soon as the connection is back, before any come down', async () => {
    const settings = new Settings();
    const house = new House({ sound: true });
    const following = new Following(settings, house);
    await following.belongTo(ANNA);
    house.isDown = true;
    settings.set('sound', false);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    house.isDown = false;
    await following.belongTo(ANNA);
    expect(settings.sound).toBe(false);
    expect(house.stored).toMatchObject({ sound: false });
  });

  it('written by another device later are the ones that hold', async () => {
    const settings = new Settings();
    const house = new House({ sound: true });
    const following = new Following(settings, house);
    await following.belongTo(ANNA);
    house.stored = { sound: false };
    await following.catchUp();
    expect(settings.sound).toBe(false);
  });

  it('chosen while others are on their way down are not overwritten by them', async () => {
    const settings = new Settings();
    const house = new House({ sound: true });
    const following = new Following(settings, house);
    const coming = following.belongTo(ANNA);
    settings.set('sound', false);
    await coming;
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(settings.sound).toBe(false);
    expect(house.stored).toMatchObject({ sound: false });
  });

  it('that could not be sent are not sent for whoever comes next', async () => {
    const settings = new Settings();
    const house = new House({ sound: true });
    const following = new Following(settings, house);
    await following.belongTo(ANNA);
    let fail: (reason: Error) => void = () => undefined;
    house.keepSettings = () => new Promise((_, reject) => (fail = reject));
    settings.set('sound', false);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    const next = following.belongTo('01-ben');
    fail(new TypeError('no network'));
    await next;
    house.keepSettings = (sent) => Promise.resolve(house.sent.push(sent));
    expect(settings.sound).toBe(true);
    await following.catchUp();
    expect(house.sent).toEqual([]);
    expect(settings.sound).toBe(true);
  });

  it('of guests stay on their device', async () => {
    const settings = new Settings();
    const house = new House();
    const following = new Following(settings, house);
    await following.belongTo(ANNA);
    house.sent = [];
    await following.belongTo(null);
    settings.set('sound', false);
    await vi.advanceTimersByTimeAsync(PAUSE_MS * 2);
    expect(house.sent).toEqual([]);
  });
});
