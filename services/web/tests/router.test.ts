import { describe, expect, it } from 'vitest';
import { pageOf, roomIn } from '../src/lib/router.svelte';

describe('addresses', () => {
  it.each([
    ['/', { name: 'start' }],
    ['/new/', { name: 'new', game: null }],
    ['/new/dara', { name: 'new', game: 'dara' }],
    ['/practice', { name: 'practice', game: null }],
    ['/practice/three', { name: 'practice', game: 'three' }],
    ['/practice/hanse', { name: 'practice', game: 'hanse' }],
    ['/practice/chess', { name: 'unknown' }],
    ['/hotseat', { name: 'hotseat', game: null }],
    ['/hotseat/dara', { name: 'hotseat', game: 'dara' }],
    ['/hotseat/hanse', { name: 'hotseat', game: 'hanse' }],
    ['/new/hanse', { name: 'new', game: 'hanse' }],
    ['/room/02-k7mq', { name: 'room', id: '02-k7mq' }],
    ['/game/0f-abc_D-1', { name: 'game', id: '0f-abc_D-1' }],
    ['/game/../etc', { name: 'unknown' }],
    ['/room/02-k7mq/more', { name: 'unknown' }],
    ['/room/', { name: 'unknown' }],
    ['/rules/', { name: 'rules' }],
    ['/rules/hanse', { name: 'guide', game: 'hanse' }],
    ['/rules/chess', { name: 'unknown' }],
    ['/rules/mills/more', { name: 'unknown' }],
    ['/sign-up', { name: 'sign-up' }],
    ['/account/', { name: 'account' }],
    ['/player/00-anna', { name: 'player', id: '00-anna' }],
    ['/player/anna', { name: 'unknown' }],
    ['/ranking', { name: 'ranking', family: 'mills' }],
    ['/ranking/hanse', { name: 'ranking', family: 'hanse' }],
    ['/ranking/dara', { name: 'unknown' }],
    ['/lobby', { name: 'lobby', tab: 'hall' }],
    ['/lobby/people', { name: 'lobby', tab: 'people' }],
    ['/lobby/ranking/', { name: 'lobby', tab: 'ranking' }],
    ['/lobby/hall', { name: 'unknown' }],
    ['/moderation', { name: 'moderation' }],
    ['/nowhere', { name: 'unknown' }],
  ])('%s', (path, page) => {
    expect(pageOf(path)).toEqual(page);
  });
});

describe('a room in a person\u2019s text', () => {
  it.each([
    ['02-k7mq', '02-k7mq'],
    ['  02-K7MQ ', '02-k7mq'],
    ['https://spiel.example/room/02-k7mq?x=1#y', '02-k7mq'],
    ['https://spiel.example/room/02-k7mq/', '02-k7mq'],
    ['hello', null],
    ['', null],
  ])('%j', (text, room) => {
    expect(roomIn(text)).toBe(room);
  });
});
