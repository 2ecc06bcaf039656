import { describe, expect, it } from 'vitest';
import { findScreen, SCREEN_IDS, SCREENS } from './navigation-items.ts';

describe('findScreen', () => {
  it.each([
    ['/inbox', 'inbox'],
    ['/inbox/ap_1', 'inbox'],
    ['/inbox/history', 'history'],
    ['/history/ap_1', 'history'],
    ['/inbox/history/ap_1', 'history'],
    ['/inbox/history-of-nothing', 'inbox'],
    ['/policies', 'policies'],
    ['/policies/permissions', 'permissions'],
    ['/runs/run_1', 'runs'],
    ['/chat/cases/c1', 'cases'],
    ['/nowhere', undefined],
    ['/', undefined],
  ])('assigns %s to the screen %s', (path, screen) => {
    expect(findScreen(path)).toBe(screen);
  });
});

describe('the letters of the screens', () => {
  it('are different', () => {
    const letters = SCREEN_IDS.map((id) => SCREENS[id].letter);
    expect(new Set(letters).size).toBe(letters.length);
  });
});
