import { fireEvent } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../src/lib/settings.svelte';
import { BLACK, event, eventsOf, gameEvent, snapshot, turnEvent } from '../double';
import { gamePath, room, roomPath, settleAll, visit, type Visit } from './app';

const YOURS = [523, 659, 784];
const ASKED = [587, 494];
const heard: number[] = [];

/** A loudspeaker that notes what it is given to play. */
class Loudspeaker {
  readonly state = 'running';
  readonly currentTime = 0;
  readonly destination = {};

  createOscillator(): object {
    const frequency = { setValueAtTime: (hertz: number) => heard.push(hertz) };
    const rest = { start: (): void => undefined, stop: (): void => undefined };
    return { frequency, ...rest, connect: (to: unknown) => to };
  }

  createGain(): object {
    const set = (): void => undefined;
    const gain = { setValueAtTime: set, exponentialRampToValueAtTime: set };
    return { gain, connect: (to: unknown) => to };
  }
}

async function lookAway(isHidden: boolean): Promise<void> {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  await fireEvent(document, new Event('visibilitychange'));
}

async function atTable(): Promise<Visit> {
  const visited = await visit(gamePath);
  settings.set('sound', true);
  await visited.say(snapshot(eventsOf(['a7']), 0));
  await tick();
  heard.length = 0;
  return visited;
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', Loudspeaker);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await fireEvent(document, new Event('visibilitychange'));
  settleAll();
  vi.unstubAllGlobals();
});

describe('who looks at another tab', () => {
  it('hears and reads in the title that it is their turn', async () => {
    const { say } = await atTable();
    await lookAway(true);
    expect(document.title).toBe('Dein Gegenüber überlegt – Spielcenter');
    await say(gameEvent(turnEvent(3, 1, 'd6')));
    expect(document.title).toBe('● Du bist am Zug – Spielcenter');
    expect(heard).toEqual(YOURS);
    await lookAway(false);
    expect(document.title).toBe('Du bist am Zug – Spielcenter');
  });

  it('hears nothing when sounds are switched off', async () => {
    const { say } = await atTable();
    settings.set('sound', false);
    await lookAway(true);
    await say(gameEvent(turnEvent(3, 1, 'd6')));
    expect(heard).toEqual([]);
    expect(document.title).toContain('●');
  });
});

describe('a question of the other side', () => {
  it.each(['undo_asked', 'draw_offered'])('is heard once: %s', async (type) => {
    const { say } = await atTable();
    await say(gameEvent(event(3, type, { seat: 1 })));
    expect(heard).toEqual(ASKED);
    await say(gameEvent(event(4, 'clock_credited', { since_ms: 1 })));
    expect(heard).toEqual(ASKED);
  });

  it('is not an own one', async () => {
    const { say } = await atTable();
    await say(gameEvent(event(3, 'undo_asked', { seat: 0 })));
    expect(heard).toEqual([]);
  });

  it('is heard by the host to whose room somebody comes', async () => {
    const { say } = await visit(roomPath);
    settings.set('sound', true);
    await say(room());
    heard.length = 0;
    await say(room({ guest: BLACK, version: 2 }));
    await say(room({ guest: BLACK, version: 3 }));
    expect(heard).toEqual(ASKED);
  });
});
