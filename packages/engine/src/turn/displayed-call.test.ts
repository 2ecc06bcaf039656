import { expect, it } from 'vitest';
import { MAX_DISPLAYED_CHARACTERS } from '../approval/requests/displayed-call.ts';
import { destinationNames, displayedCall } from './displayed-call.ts';

it('names the arguments that are a destination, without amounts, credentials and values without a role', () => {
  const sources = [
    { path: 'to[0].mail', role: 'recipient' },
    { path: 'to[12].mail', role: 'recipient' },
    { path: 'folder', role: 'path' },
    { path: 'total', role: 'amount' },
    { path: 'key', role: 'credential' },
    { path: 'note' },
  ];
  expect(destinationNames({ sources })).toEqual(['to.mail', 'folder']);
  expect(destinationNames({})).toEqual([]);
});

it('shows arguments up to the limit, and none that are longer', () => {
  const argsOf = (length: number) =>
    displayedCall({ tool: { id: 'pay', kind: 'function' }, rawArguments: 'x'.repeat(length) }, 'clerk').args;
  expect(argsOf(MAX_DISPLAYED_CHARACTERS)).toHaveLength(MAX_DISPLAYED_CHARACTERS);
  expect(argsOf(MAX_DISPLAYED_CHARACTERS + 1)).toBeNull();
});
