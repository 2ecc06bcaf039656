import { describe, expect, it } from 'vitest';
import { cpuGrowth } from '../../../../test/cpu-growth.ts';
import { parseProse } from './parse-prose.ts';

const plain = (text: string) => [{ kind: 'text', text }];

describe('parseProse', () => {
  it('splits paragraphs at empty lines', () => {
    expect(parseProse('一行目\n二行目\n\n次の段落')).toEqual([
      { kind: 'paragraph', spans: plain('一行目\n二行目') },
      { kind: 'paragraph', spans: plain('次の段落') },
    ]);
  });

  it('joins consecutive items to one list', () => {
    expect(parseProse('- a\n- b\n1. c')).toEqual([
      { kind: 'list', isOrdered: false, items: [plain('a'), plain('b')] },
      { kind: 'list', isOrdered: true, items: [plain('c')] },
    ]);
  });

  it('recognizes strong text, code and headings', () => {
    expect(parseProse('## 見出し\n**期限**は `goal` です')).toEqual([
      { kind: 'heading', spans: plain('見出し') },
      {
        kind: 'paragraph',
        spans: [
          { kind: 'strong', text: '期限' },
          { kind: 'text', text: 'は ' },
          { kind: 'code', text: 'goal' },
          { kind: 'text', text: ' です' },
        ],
      },
    ]);
  });

  it('returns a block of code unchanged, even without an end', () => {
    expect(parseProse('```\n- not a list\n```\nrest')).toMatchObject([
      { kind: 'code', text: '- not a list' },
      { kind: 'paragraph' },
    ]);
    expect(parseProse('```\nopen')).toEqual([{ kind: 'code', text: 'open' }]);
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '![x](http://evil/)',
    '**',
    '``',
    '****',
  ])('returns %s as plain text', (text) => {
    expect(parseProse(text)).toEqual([{ kind: 'paragraph', spans: plain(text) }]);
  });

  it('takes time proportional to the length of the text', () => {
    expect(cpuGrowth((count) => parseProse('**a`'.repeat(count)), 10_000)).toBeLessThan(32);
  });
});
