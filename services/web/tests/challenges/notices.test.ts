import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Notices } from '../../src/lib/challenges/notices.svelte';

interface Shown {
  title: string;
  body: string;
  tag: string;
  onclick: (() => void) | null;
}

describe('notifications', () => {
  let shown: Shown[];
  let asked: number;
  let answer: NotificationPermission;

  /** A browser that has notifications, and asks a person once. */
  function browser(permission: NotificationPermission): void {
    class Fake {
      static permission = permission;
      static requestPermission(): Promise<NotificationPermission> {
        asked += 1;
        return Promise.resolve(answer);
      }
      onclick: (() => void) | null = null;
      constructor(title: string, { body, tag }: { body: string; tag: string }) {
        const own: Shown = { title, body, tag, onclick: null };
        shown.push(own);
        Object.defineProperty(this, 'onclick', {
          set: (click: () => void) => {
            own.onclick = click;
          },
        });
      }
      close(): void {
        shown = shown.filter((one) => one.onclick !== null);
      }
    }
    vi.stubGlobal('Notification', Fake);
    vi.stubGlobal('isSecureContext', true);
  }

  const look = (isHidden: boolean): void => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  };
  const about = { text: 'Mühle · 5 + 3', tag: '02-room' };

  beforeEach(() => {
    shown = [];
    asked = 0;
    answer = 'granted';
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('are asked for when somebody switches them on, and never before', async () => {
    browser('default');
    const notices = new Notices();
    expect([asked, notices.state]).toEqual([0, 'off']);
    await notices.set(true);
    expect([asked, notices.state]).toEqual([1, 'on']);
    await notices.set(false);
    expect([asked, notices.state]).toEqual([1, 'off']);
  });

  it('stay on after a reload, on this device', async () => {
    browser('granted');
    await new Notices().set(true);
    expect(new Notices().state).toBe('on');
  });

  it('say when the browser was told no, or knows none', async () => {
    browser('default');
    answer = 'denied';
    const notices = new Notices();
    await notices.set(true);
    expect(notices.state).toBe('blocked');
    vi.stubGlobal('isSecureContext', false);
    expect(new Notices().state).toBe('impossible');
  });

  it('are shown to who looks elsewhere alone, and lead to what they tell of', async () => {
    browser('granted');
    vi.stubGlobal('focus', vi.fn());
    const notices = new Notices();
    const open = vi.fn();
    look(true);
    notices.show('Ada fordert dich heraus', about, open);
    expect(shown).toEqual([]);
    await notices.set(true);
    look(false);
    notices.show('Ada fordert dich heraus', about, open);
    expect(shown).toEqual([]);
    look(true);
    notices.show('Ada fordert dich heraus', about, open);
    expect(shown).toMatchObject([
      { title: 'Ada fordert dich heraus', body: about.text, tag: about.tag },
    ]);
    shown[0].onclick?.();
    expect(open).toHaveBeenCalledOnce();
  });
});
