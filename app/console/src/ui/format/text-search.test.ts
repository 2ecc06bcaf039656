import { describe, expect, it } from 'vitest';
import { checkTextSearch, parseTextSearch, writeTextSearch } from './text-search.ts';

describe('text search', () => {
  it('reads numbers and JSON as text', () => {
    expect(parseTextSearch('?risk=4&q=%7B%22a%22%3A1%7D')).toEqual({ risk: '4', q: '{"a":1}' });
  });

  it('writes a query that reads back as the same values', () => {
    const search = { q: '請求書 & "x"', id: 'ap_1' };
    expect(parseTextSearch(writeTextSearch(search))).toEqual(search);
  });

  it('omits empty values and values that are not text', () => {
    expect(writeTextSearch({ a: '', b: undefined, c: 3, d: 'x' })).toBe('?d=x');
    expect(checkTextSearch({ c: 3 })).toEqual({});
  });

  it('uses the first value of a repeated name', () => {
    expect(parseTextSearch('?a=1&a=2')).toEqual({ a: '1' });
  });
});
