import { expect, it } from 'vitest';
import { sourcesOfEdit } from './sources-of-edit.ts';

const source = (path: string, value: string) => ({ path, value, origin: 'prose', tool: 'read_mail' });
const person = (path: string, value: string) => ({ path, value, origin: 'person', tool: null });

it('returns the person as the origin of changed, added and removed values, and keeps the other origins', () => {
  const args_masked = JSON.stringify({
    to: ['ann', 'bob'],
    'a.b': { c: 'x'.repeat(100) },
    account: 'new',
    accounting: 'kept',
  });
  const changed_paths = ['to[1]', 'a.b.c', 'account', 'gone'];
  const judged = [
    source('to[0]', 'ann'),
    source('to[1]', 'bob'),
    source('account', 'new'),
    source('accounting', 'kept'),
    source('gone.deep', 'old'),
  ];
  expect(sourcesOfEdit(judged, { args_masked, changed_paths })).toEqual([
    source('to[0]', 'ann'),
    source('accounting', 'kept'),
    person('to[1]', 'bob'),
    person('a.b.c', `${'x'.repeat(79)}…`),
    person('account', 'new'),
    person('gone', ''),
  ]);
});
