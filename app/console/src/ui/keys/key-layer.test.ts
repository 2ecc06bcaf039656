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
  it('runs a shortcut once while its key is held down, unless it may repeat', () => {
    const findWhileRepeating = (keys: string, repeats?: boolean) =>
      new KeyLayer().match(press(keys, { repeat: true }), [
        { ...shortcut(keys), ...(repeats === undefined ? {} : { repeats }) },
      ])?.keys;
    expect(findWhileRepeating('a')).toBeUndefined();
    expect(findWhileRepeating('escape')).toBeUndefined();
    expect(findWhileRepeating('j', true)).toBe('j');
  });

  it.each([
    ['a letter', press('j'), 'j'],
    ['a letter with caps lock', press('J'), 'j'],
    ['shift and a letter', press('A', { shiftKey: true }), 'shift+a'],
    ['a symbol that needs shift', press('?', { shiftKey: true }), '?'],
    ['control', press('k', { ctrlKey: true }), 'mod+k'],
    ['command', press('k', { metaKey: true }), 'mod+k'],
    ['escape', press('Escape'), 'escape'],
  ])('matches %s', (_case, one, keys) => {
    expect(found(one)).toEqual([keys]);
  });

  it.each([
    ['a key during a conversion of an input method', { isComposing: true }],
    ['a conversion that only the key code reports', { keyCode: 229 }],
    ['a key that was already handled', { defaultPrevented: true }],
    ['a key with alt', { altKey: true }],
    ['a plain letter with control', { ctrlKey: true }],
  ])('does not match %s', (_case, more) => {
    expect(found(press('a', more))).toEqual([undefined]);
  });

  it('waits for the second key of a sequence', () => {
    expect(found(press('g'), press('i', { timeStamp: 300 }))).toEqual([undefined, 'g i']);
  });

  it('discards the first key of a sequence after a timeout', () => {
    expect(found(press('g'), press('i', { timeStamp: 5000 }))).toEqual([undefined, undefined]);
  });

  it('handles a key that does not complete a sequence as a key of its own', () => {
    expect(found(press('g'), press('j', { timeStamp: 10 }))).toEqual([undefined, 'j']);
  });

  it('prefers the shortcut that was added last', () => {
    const layer = new KeyLayer();
    expect(layer.match(press('a'), [shortcut('a', 'first'), shortcut('a', 'second')])?.label).toBe('second');
  });
});
