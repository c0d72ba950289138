import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gameEvent, practiceEvents, snapshot, turnEvent } from '../double';
import { gamePath, point, settleAll, visit, type Visit } from './app';

const animate = vi.fn<(frames: Keyframe[], options: KeyframeAnimationOptions) => void>();

function person(isStill: boolean): void {
  vi.stubGlobal('matchMedia', (asked: string) => ({
    matches: isStill && asked.includes('reduce'),
  }));
}

async function afterTurns(turns: string[]): Promise<Visit> {
  const visited = await visit(gamePath);
  await visited.say(snapshot(practiceEvents(turns)));
  return visited;
}

const PLACED = 'd5 d7 a4 d1 f6 f4 e4 d3 g7 c3 e3 b4 f2 b2 c5 a7 g4 a1'.split(' ');

describe('a stone that moves by itself', () => {
  beforeEach(() => {
    animate.mockClear();
    Object.assign(Element.prototype, { animate });
    person(false);
  });

  afterEach(() => {
    settleAll();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(Element.prototype, 'animate');
  });

  it('slides from where it was', async () => {
    const { say } = await afterTurns([...PLACED, 'd5-e5xa1']);
    expect(animate).not.toHaveBeenCalled();
    await say(gameEvent(turnEvent(21, 19, 'd1-a1')));
    const [[[from, to], { duration }]] = animate.mock.calls;
    expect(from.transform).toBe('translate(300px, 0px)');
    expect(to.transform).toBe('none');
    expect(duration).toBe(250);
  });

  it('is not the own one, which has been moved by hand', async () => {
    const { user, say } = await afterTurns(['a7', 'd6']);
    await user.click(point('d7'));
    await say(gameEvent(turnEvent(4, 2, 'd7')));
    expect(animate).not.toHaveBeenCalled();
    await say(gameEvent(turnEvent(5, 3, 'b2')));
    expect(animate).toHaveBeenCalledTimes(1);
  });

  it('is seen again when the turns are stepped through, but only forward', async () => {
    const { user } = await afterTurns(['a7', 'd6', 'd7', 'b2', 'g7xd6']);
    await user.keyboard('{Home}');
    expect(animate).not.toHaveBeenCalled();
    await user.keyboard('{ArrowRight}');
    expect(animate).toHaveBeenCalledTimes(1);
    await user.keyboard('{ArrowLeft}');
    expect(animate).toHaveBeenCalledTimes(1);
  });

  it('stands still for who wants no motion', async () => {
    person(true);
    const { say } = await afterTurns(['a7']);
    await say(gameEvent(turnEvent(3, 1, 'd6')));
    expect(animate).not.toHaveBeenCalled();
    expect(point('d6')).toHaveAccessibleName(/zuletzt gezogen/);
  });

  it('that was taken fades from its point', async () => {
    const { say } = await afterTurns(['a1', 'a7', 'b2', 'd7', 'b4']);
    await say(gameEvent(turnEvent(7, 5, 'g7xb4')));
    expect(animate.mock.calls.map(([, { duration }]) => duration).sort()).toEqual([250, 450]);
  });
});
