import { describe, expect, it } from 'vitest';
import { tailStart } from './elided-text.tsx';

describe('tailStart', () => {
  it.each([
    ['Send to person-with-a-long-name@client7.example', '@client7.example'],
    ['Delete /srv/reports/2024/quarter-three/q3.csv', '/q3.csv'],
    ['Pay ¥120,000 to the account of the supplier XX-6666-0000', 'XX-6666-0000'],
    ['Delete a.txt', ''],
    [`${'a'.repeat(40)}🚧${'b'.repeat(11)}`, `🚧${'b'.repeat(11)}`],
  ])('of %s keeps %s', (text, tail) => {
    expect(text.slice(tailStart(text))).toBe(tail);
  });
});
