import { describe, expect, it } from 'vitest';
import { elideText } from './elide-text.ts';

const MAX_SHORTENED = 6;

/** The text of a narrow row: each part that may be shortened keeps its first characters. */
const inRow = (text: string, others?: readonly string[]) =>
  elideText(text, others)
    .map((part) =>
      part.isKept || part.text.length <= MAX_SHORTENED ? part.text : `${part.text.slice(0, MAX_SHORTENED)}…`,
    )
    .join('');

describe('elideText', () => {
  it.each([
    ['Send to person-with-a-long-name@client7.example', 'Send t…@client7.example'],
    ['Delete /srv/reports/2024/quarter-three/q3.csv', 'Delete…/q3.csv'],
    ['Pay ¥120,000 to the account of the supplier XX-6666-0000', 'Pay ¥1…XX-6666-0000'],
    ['Delete a.txt', 'Delete…'],
    [`${'a'.repeat(40)}🚧${'b'.repeat(11)}`, `aaaaaa…🚧${'b'.repeat(11)}`],
    ['ok', 'ok'],
    ['', ''],
  ])('keeps the end of %s', (text, shown) => {
    expect(inRow(text)).toBe(shown);
  });

  it.each([
    [
      ['Send to accounts-payable-tokyo-1@client.example', 'Send to accounts-payable-tokyo-2@client.example'],
      ['Send t…o-1@client.example', 'Send t…o-2@client.example'],
    ],
    [
      ['Delete /srv/reports/2024/quarter-1/a.csv', 'Delete /srv/reports/2025/quarter-1/a.csv'],
      ['Delete…024/quarter-1/a.csv', 'Delete…025/quarter-1/a.csv'],
    ],
    [
      ['tokyo-accounts-1@client.example に送信', 'tokyo-accounts-10@client.example に送信'],
      ['tokyo-…-1@client.example に送信', 'tokyo-…-10@client.example に送信'],
    ],
    [
      [
        'Send to billing@a-very-long-name-of-client.example',
        'Send to billing@a-very-long-name-of-c1ient.example',
      ],
      ['Send t…-client.example', 'Send t…-c1ient.example'],
    ],
    [
      ['Send to archive@mail-backup.example', 'Send to payroll@mail-backup.example'],
      ['Send t…archive@mail-backup.example', 'Send t…payroll@mail-backup.example'],
    ],
  ])('keeps the difference of %j', (texts, shown) => {
    expect(texts.map((text) => inRow(text, texts))).toEqual(shown);
  });

  it('keeps a whole domain that distinguishes a text from all others', () => {
    const others = ['Send to p0@client.example', 'Send to a@c1ient.example'];
    expect(inRow('Send to archive@mail-backup.example', others)).toBe('Send t…@mail-backup.example');
  });

  it('keeps both differences of a text that resembles two others', () => {
    const texts = ['A', 'B'].flatMap((team) =>
      ['1', '2'].map((seat) => `Send to accounts-payable-${team}-of-the-office-${seat}@client.example`),
    );
    const shown = texts.map((text) => inRow(text, texts));
    expect(new Set(shown).size).toBe(texts.length);
  });

  it('loses no character of a text', () => {
    const text = 'Send to 🚧🚧🚧🚧🚧🚧🚧🚧🚧🚧🚧🚧-accounts@client.example';
    const parts = elideText(text, [text.replace('accounts', 'payments'), text.replace('🚧-', '🚀-')]);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.every((part) => part.text.isWellFormed())).toBe(true);
  });
});
