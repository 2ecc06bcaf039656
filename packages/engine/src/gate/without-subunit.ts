import type { Principal } from '../wire/principal.ts';
import type { Leaf } from './provenance/leaves-of.ts';
import type { UserWords } from './provenance/user-words.ts';

/**
 * Returns whether the amounts of a call are in a currency without a subunit, such as yen. The limit of spending counts them as
 * hundredths, like cents: 10,000 stands for a million yen. An argument that names the currency decides; otherwise the words of an
 * owner do, but not those of a customer, who could raise the limit with them.
 */
export function isWithoutSubunit(leaves: readonly Leaf[], user: UserWords, principal: Principal): boolean {
  const currency = leaves.find(({ name }) => /(?:^|[._])currency(?:_?code)?$/i.test(name));
  if (currency !== undefined) return CODES.test(String(currency.value).trim());
  return principal === 'owner' && user.matches(WORDS) && !user.matches(OTHERS);
}

const CODES = /^(?:jpy|krw|vnd|clp|isk|pyg|ugx|xaf|xof|円|원)$/i;
const WORDS = /円|\b(?:yen|jpy|krw)\b|[\d万만천백억]\s?원/;
const OTHERS = /[$€£]|\b(?:usd|eur|gbp|cny|dollars?|euros?|pounds?)\b|ドル|ユーロ|달러|유로/;
