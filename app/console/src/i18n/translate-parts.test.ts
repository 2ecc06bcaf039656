import { expect, it } from 'vitest';
import { translateParts } from './translate-parts.ts';

it('separates names from the text of a sentence', () => {
  const values = { user: 'ada', name: { code: 'to' }, tool: { code: '{user}' } };
  expect(translateParts('en', '{user}: {name} of {tool} {x}.', values)).toEqual([
    { text: 'ada', isCode: false },
    { text: ': ', isCode: false },
    { text: 'to', isCode: true },
    { text: ' of ', isCode: false },
    { text: '{user}', isCode: true },
    { text: ' ', isCode: false },
    { text: '{x}', isCode: false },
    { text: '.', isCode: false },
  ]);
});
