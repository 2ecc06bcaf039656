import { describe, expect, it } from 'vitest';
import { hashWords } from './hash-words.ts';
import { WordTable } from './word-table.ts';

const hashesOf = (text: string): number[] => {
  const hashes: number[] = [];
  hashWords(text, (hash) => hashes.push(hash));
  return hashes;
};

describe('hashWords', () => {
  it('returns the same hash for a word at any position', () => {
    expect(hashesOf('write to (bob@x.example), please.')[2]).toBe(hashesOf('bob@x.example')[0]);
    expect(hashesOf('https://x.example/a.')[1]).toBe(hashesOf('x.example/a')[0]);
    expect(hashesOf('//x.example/a')).toEqual(hashesOf('x.example/a'));
  });

  it('hashes Japanese in pairs of characters', () => {
    expect(hashesOf('山田太郎')).toHaveLength(3);
    expect(hashesOf('この山田です')).toContain(hashesOf('山田')[0]);
    expect(hashesOf('山a田')).toEqual(hashesOf('a'));
  });
});

describe('WordTable', () => {
  it('keeps the first label of a hash, also after growing', () => {
    const table = new WordTable(10_000);
    for (let hash = 0; hash < 5_000; hash += 1) table.add(hash * 7919, hash % 100);
    table.add(0, 77);
    expect(table.get(4_999 * 7919)).toBe(99);
    expect(table.get(0)).toBe(0);
    expect(table.get(3)).toBeUndefined();
  });

  it('stops growing at its limit', () => {
    const table = new WordTable(100);
    for (let hash = 1; hash < 10_000; hash += 1) table.add(hash, 1);
    expect(table.get(50)).toBe(1);
    expect(table.get(9_999)).toBeUndefined();
  });
});
