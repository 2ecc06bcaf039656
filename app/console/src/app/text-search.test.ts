import { describe, expect, it } from 'vitest';
import { checkTextSearch, parseTextSearch, writeTextSearch } from './text-search.ts';

describe('text search', () => {
  it('keeps numbers and JSON as the texts they are in the address', () => {
    expect(parseTextSearch('?risk=4&q=%7B%22a%22%3A1%7D')).toEqual({ risk: '4', q: '{"a":1}' });
  });

  it('writes what it read', () => {
    const search = { q: '請求書 & "x"', id: 'ap_1' };
    expect(parseTextSearch(writeTextSearch(search))).toEqual(search);
  });

  it('leaves out what is empty or no text', () => {
    expect(writeTextSearch({ a: '', b: undefined, c: 3, d: 'x' })).toBe('?d=x');
    expect(checkTextSearch({ c: 3 })).toEqual({});
  });

  it('lets the first value of a name count', () => {
    expect(parseTextSearch('?a=1&a=2')).toEqual({ a: '1' });
  });
});
