import { describe, expect, it } from 'vitest';
import type { ControlRole, Effect } from '../wire/tool-manifest.ts';
import { RunHistory } from './provenance/run-history.ts';
import { ValueFindings } from './value-findings.ts';

function findings(effect: Effect = 'send', user: 'owner' | 'customer' = 'owner'): ValueFindings {
  const history = new RunHistory();
  history.addUserText('Invite my team.');
  return new ValueFindings(history, effect, user);
}
const leaf = (name: string, value: string | number) => ({ path: name, name, value });
const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@x.example`).join(',');

describe('the values of a call', () => {
  it.each<[string, ControlRole, string, string]>([
    ['an address of 4,000 characters', 'recipient', 'x'.repeat(4_000), 'x'.repeat(4_001)],
    ['a list of 100 addresses', 'recipient', many(100), many(101)],
  ])('are small enough up to %s', (_limit, role, whole, more) => {
    const results = [whole, more].map((value) => {
      const found = findings();
      found.take(leaf('to', value), role);
      return found.isOversized;
    });
    expect(results).toEqual([false, true]);
  });

  it('may be a longer program', () => {
    const found = findings('execute');
    found.take(leaf('command', 'x'.repeat(4_001)), 'command');
    expect(found.isOversized).toBe(false);
  });

  it('are listed up to 32 of them, and all of them count', () => {
    const found = findings();
    for (let index = 0; index < 40; index += 1) found.take(leaf('to', `p${index}@x.example`), 'recipient');
    expect(found.sources).toHaveLength(32);
    expect(found.destinations).toHaveLength(40);
  });

  it.each([
    ['guests', 10, []],
    ['guests', 1, []],
    ['guests', 11, ['model']],
    ['guests', 0, ['model']],
    ['guests', 1.5, ['model']],
    ['total_price', 3, ['model']],
  ])('need an origin unless they are a small count: %s of %d', (name, value, origins) => {
    const found = findings('write');
    found.take(leaf(name, value), 'amount');
    expect(found.sources.map(({ origin }) => origin)).toEqual(origins);
  });

  it('need an origin even as a small count when a customer is the user', () => {
    const found = findings('write', 'customer');
    found.take(leaf('guests', 2), 'amount');
    expect(found.sources).toHaveLength(1);
  });

  it.each([
    [
      'record that the user named',
      'Pay 30 euros for inv-7.',
      { id: 'inv-7' },
      { id: 'inv-7', amount: 45 },
      'anchored',
    ],
    ['record that was looked up', 'Pay 30 euros to the shop.', { place: 'shop' }, { amount: 45 }, 'lookup'],
    ['list', 'Pay 30 euros to the shop.', {}, { amount: 45 }, 'field'],
    ['model', 'Pay 30 euros to the shop.', {}, { amount: 46 }, 'model'],
  ])(
    'are another amount than that of the user when they come from a %s',
    (_from, text, args, output, origin) => {
      const history = new RunHistory();
      history.addUserText(text);
      history.addToolResult({ toolId: 'get_invoice', args, output, trusted: false });
      const found = new ValueFindings(history, 'spend', 'owner');
      found.take(leaf('amount', 30), 'amount');
      expect(found.isAnotherAmount).toBe(false);
      found.take(leaf('amount', 45), 'amount');
      expect([found.sources[1]?.origin, found.isAnotherAmount]).toEqual([origin, true]);
    },
  );

  it('add up to the amount of the call, whatever their signs are', () => {
    const found = findings('spend');
    for (const value of [20, -5, '7']) found.take(leaf('amount', value), 'amount');
    expect(found.amount).toBe(32);
  });
});
