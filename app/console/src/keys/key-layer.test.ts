import { describe, expect, it } from 'vitest';
import { KeyLayer, type KeyPress, type Shortcut } from './key-layer.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  keyCode: 0,
  isComposing: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  timeStamp: 0,
  repeat: false,
  ...more,
});

const shortcut = (keys: string, label = keys): Shortcut => ({ keys, label, run: () => {} });
const all = ['j', 'a', 'shift+a', '?', 'g i', 'mod+k', 'escape'].map((keys) => shortcut(keys));
const found = (...presses: KeyPress[]) => {
  const layer = new KeyLayer();
  return presses.map((one) => layer.match(one, all)?.keys);
};

describe('KeyLayer', () => {
  it('runs a shortcut once while its key is held down, unless it is made to repeat', () => {
    const held = (keys: string, repeats?: boolean) =>
      new KeyLayer().match(press(keys, { repeat: true }), [
        { ...shortcut(keys), ...(repeats === undefined ? {} : { repeats }) },
      ])?.keys;
    expect(held('a')).toBeUndefined();
    expect(held('escape')).toBeUndefined();
    expect(held('j', true)).toBe('j');
  });

  it.each([
    ['a letter', press('j'), 'j'],
    ['a letter with caps lock', press('J'), 'j'],
    ['shift and a letter', press('A', { shiftKey: true }), 'shift+a'],
    ['a sign that needs shift', press('?', { shiftKey: true }), '?'],
    ['control', press('k', { ctrlKey: true }), 'mod+k'],
    ['command', press('k', { metaKey: true }), 'mod+k'],
    ['escape', press('Escape'), 'escape'],
  ])('matches %s', (_case, one, keys) => {
    expect(found(one)).toEqual([keys]);
  });

  it.each([
    ['while an input method converts', { isComposing: true }],
    ['when only the key code says that it converts', { keyCode: 229 }],
    ['when something else took the key', { defaultPrevented: true }],
    ['with alt', { altKey: true }],
    ['with control, for a plain letter', { ctrlKey: true }],
  ])('stays silent %s', (_case, more) => {
    expect(found(press('a', more))).toEqual([undefined]);
  });

  it('waits for the second key of a sequence', () => {
    expect(found(press('g'), press('i', { timeStamp: 300 }))).toEqual([undefined, 'g i']);
  });

  it('forgets the first key of a sequence after a while', () => {
    expect(found(press('g'), press('i', { timeStamp: 5000 }))).toEqual([undefined, undefined]);
  });

  it('takes another key after a prefix for what it is', () => {
    expect(found(press('g'), press('j', { timeStamp: 10 }))).toEqual([undefined, 'j']);
  });

  it('lets the shortcut that was added last win', () => {
    const layer = new KeyLayer();
    expect(layer.match(press('a'), [shortcut('a', 'first'), shortcut('a', 'second')])?.label).toBe('second');
  });
});
