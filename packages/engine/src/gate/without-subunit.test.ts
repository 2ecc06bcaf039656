import { expect, it } from 'vitest';
import { UserWords } from './provenance/user-words.ts';
import { isWithoutSubunit } from './without-subunit.ts';

const leaves = (args: Readonly<Record<string, string>>) =>
  Object.entries(args).map(([name, value]) => ({ path: name, name, value }));

it.each([
  ['家賃の85,000円を振り込んで。', {}, 'owner', true],
  ['월세 65만 원을 보내 줘.', {}, 'owner', true],
  ['Pay it.', { currency: 'JPY' }, 'customer', true],
  ['家賃の85,000円を振り込んで。', {}, 'customer', false],
  ['85,000円を振り込んで。', { currency: 'USD' }, 'owner', false],
  ['100ドルを円で払って。', {}, 'owner', false],
  ['직원에게 보내 줘.', {}, 'owner', false],
  ['Pay 85,000 to Dan.', {}, 'owner', false],
] as const)('%s %j of the %s: %s', (text, args, principal, expected) => {
  const user = new UserWords();
  user.add(text);
  expect(isWithoutSubunit(leaves(args), user, principal)).toBe(expected);
});
