import { describe, expect, it } from 'vitest';
import { domainOf, imitatesDomain } from './imitates-domain.ts';

const KNOWN = ['arbor-bank.example', 'abc.io', 'moss.io', 'west.io', 'ell.io', 'ion.io', 'gel.io'];
const imitates = (domain: string) => imitatesDomain(domain, KNOWN, (word) => word === 'globex');

describe('imitatesDomain', () => {
  it.each([
    ['arbor-bank.example.login.example', 'begins with the known domain'],
    ['arbor-bank.example-login.example', 'continues the known domain with a hyphen'],
    ['www.arbor-bank.example.login.example', 'contains the known domain'],
    ['arbor-bank-login.example', 'extends the known name'],
    ['arb0r-bank.example', 'replaces a letter by a digit'],
    ['arbör-bank.example', 'adds a mark to a letter'],
    ['ARBOR-BANK.EXAMPLE.login.example', 'is written in capitals'],
    ['arbor-bamk.example', 'replaces one letter'],
    ['arbor-banks.example', 'adds one letter'],
    ['arborbank.example', 'removes one letter'],
    ['abror-bank.example', 'swaps two neighbours'],
    ['arbor-bank.exampel', 'swaps the last two letters'],
    ['gl0bex.example', 'writes a known name with a digit'],
    ['rnoss.io', 'replaces "m" by "rn" in a short domain'],
    ['vvest.io', 'replaces "w" by "vv" in a short domain'],
    ['e1l.io', 'replaces "l" by a digit in a short domain'],
    ['w3st.io', 'replaces "e" by a digit in a short domain'],
    ['we5t.io', 'replaces "s" by a digit in a short domain'],
    ['m0ss.io', 'replaces "o" by a digit in a short domain'],
    ['ıon.io', 'writes an "i" without its dot'],
    ['ɡel.io', 'writes a "g" of another alphabet'],
  ])('detects that %s %s', (domain) => {
    expect(imitates(domain)).toBe(true);
  });

  it.each([
    ['arbor-bank.example', 'is the known domain'],
    ['mail.arbor-bank.example', 'is a part of the known domain'],
    ['arbor-bankxy.example', 'differs by two letters'],
    ['abror-bamk.example', 'differs in two places'],
    ['abd.io', 'is too short to be compared'],
    ['abc-x.io', 'extends a short name'],
    ['globex.example', 'is a known name itself'],
    ['gl0.example', 'has a short label'],
  ])('does not warn of %s, which %s', (domain) => {
    expect(imitates(domain)).toBe(false);
  });
});

it.each([
  ['ann@mail.example', 'mail.example'],
  ['https://www.docs.example/a', 'docs.example'],
  ['docs.example', undefined],
])('finds in %j the domain %j', (text, expected) => {
  expect(domainOf(text)).toBe(expected);
});
