import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { JsonValue } from './json-value.tsx';

const shown = (value: unknown) => renderToStaticMarkup(createElement(JsonValue, { value }));

describe('JsonValue', () => {
  it.each([
    ['a text', 'invoice_\u{202e}fdp.exe'],
    ['a nested text', { files: ['invoice_\u{202e}fdp.exe'] }],
    ['a key', { 'invoice_\u{202e}fdp.exe': 1 }],
  ])('marks invisible characters in %s', (_case, value) => {
    expect(shown(value)).toMatch(/invoice_<mark[^>]*>\\u\{202e\}<\/mark>fdp\.exe/u);
    expect(shown(value)).not.toContain('\u{202e}');
  });

  it('writes an empty text as ""', () => {
    expect(shown('')).toContain('&quot;&quot;');
  });
});
