import { describe, expect, it } from 'vitest';
import { codeLanguage } from './code-language.ts';

describe('codeLanguage', () => {
  it.each([
    ['sql', 'DELETE FROM invoices', 'sql'],
    ['body', 'select * from users where id > 0', 'sql'],
    ['body', 'Select a date from the list.', undefined],
    ['command', 'rm -rf /srv', 'bash'],
    ['options', { a: 1 }, 'json'],
    ['code', 'def run():\n  pass', 'python'],
    ['source_code', 'const a = 1;', 'javascript'],
    ['body', 'const a = 1;', undefined],
    ['amount', 5, undefined],
    ['nothing', null, undefined],
  ])('of the argument %s with %j is %s', (name, value, language) => {
    expect(codeLanguage(name, value)).toBe(language);
  });
});
