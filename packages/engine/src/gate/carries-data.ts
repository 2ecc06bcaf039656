import type { KnownTool } from './manifest/manifest-registry.ts';
import { familiesOfNoun } from './manifest/noun-lexicon.ts';
import { splitWords, stem } from './manifest/split-words.ts';
import type { Leaf } from './provenance/leaves-of.ts';
import { normalizeText, normalizeValue } from './provenance/normalize-text.ts';
import type { RunHistory } from './provenance/run-history.ts';
import { holdsSecret } from './scan-text.ts';

const MAX_TOKENS = 200;
/** A number counts twice, because a text seldom repeats one by chance. */
const ENOUGH_FOR_LINK = 2;
const ENOUGH_FOR_FIELD = 2;
/** How much a query to an external service may repeat, if the user mentions the service and if not. */
const ENOUGH_FOR_QUERY = 4;
const ENOUGH_UNASKED = 2;

/**
 * Returns whether a reading call takes data of earlier results out in its arguments: in a link, in a query to a service
 * outside, or in an argument for context that the tool does not need. Words of the user and of public sources do not count,
 * and the complete name or place of a result is what a query is about.
 */
export function carriesData({ wording }: KnownTool, leaves: readonly Leaf[], history: RunHistory): boolean {
  return leaves.some(({ name, value }) => {
    if (typeof value !== 'string' || value.length < 8) return false;
    const text = normalizeText(value);
    // Each of these words is the user's, so none of them counts, and no result has to be searched.
    if (PLAIN_WORDS.test(text) && history.user.contains(text)) return false;
    if (holdsSecret(value) && !history.user.contains(text)) return true;
    if (/^https?:\/\//i.test(value)) return isBuiltFromData(value, history);
    const key = name.slice(name.lastIndexOf('.') + 1);
    if (CARRIER.test(key)) return score(value, history) >= ENOUGH_FOR_FIELD;
    if (![...wording.nouns, ...wording.verbs].some((word) => OUTSIDE.has(stem(word)))) return false;
    if (history.results.fieldsOf(normalizeValue(value)).some((entry) => SUBJECT.test(entry.key)))
      return false;
    // A user who asks to translate a letter wants its text to be sent to the translator.
    if (asksForWork(wording, history)) return false;
    const enough = isSpokenOf(wording, history) ? ENOUGH_FOR_QUERY : ENOUGH_UNASKED;
    return hidesData(value, history) || score(value, history) >= enough;
  });
}

const PLAIN_WORDS = /^[a-z0-9 ]+$/;

function asksForWork({ nouns, verbs }: KnownTool['wording'], { user }: RunHistory): boolean {
  if (verbs.some((verb) => user.asksWith(verb) && !GENERAL_VERBS.has(verb))) return true;
  return [...nouns, ...verbs].some((word) => word.startsWith('translat')) && user.matches(TRANSLATION);
}

function isSpokenOf({ nouns }: KnownTool['wording'], { user }: RunHistory): boolean {
  return nouns.some(
    (noun) => user.mentions(noun) || familiesOfNoun(noun).some((family) => user.speaksOfFamily(family)),
  );
}

/** Returns whether a text contains a long code that neither the user nor a result wrote: encoded data. */
function hidesData(text: string, { user, results, hasRead }: RunHistory): boolean {
  if (!hasRead) return false;
  return (text.match(CODE) ?? []).some((code) => {
    const plain = normalizeText(code);
    return !user.contains(plain) && results.sourceOfWord(plain) === undefined;
  });
}

function isBuiltFromData(link: string, history: RunHistory): boolean {
  const path = link.replace(/^https?:\/\/[^/?#]*/i, '');
  if (path.length < 8) return false;
  const value = normalizeText(link)
    .replace(/^https?:\/\//, '')
    .replace(/[/.,;]+$/, '');
  // A link that a result lists or that the user wrote was not built by the model.
  if (history.user.contains(value) || history.results.fieldsOf(value).length > 0) return false;
  const text = decode(path);
  return hidesData(text, history) || score(text, history) >= ENOUGH_FOR_LINK;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Counts the words of a text that only private results contained. */
function score(text: string, history: RunHistory): number {
  const tokens = new Set(normalizeText(text).match(TOKEN)?.slice(0, MAX_TOKENS));
  let sum = 0;
  for (const token of tokens) {
    const isNumber = /\d/.test(token);
    if ((isNumber && token.length < 2) || history.user.contains(token) || history.user.mentions(token))
      continue;
    const source = history.results.fieldsOf(token)[0]?.tool ?? history.results.sourceOfWord(token);
    if (source !== undefined && !splitWords(source).some((word) => PUBLIC_SOURCES.has(word)))
      sum += isNumber ? 2 : 1;
  }
  return sum;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Numbers also with the marks inside of them (090-1234-5678), words of four letters, and names in Chinese characters. */
const TOKEN =
  /\d[a-z\d]*(?:-[a-z]*\d[a-z\d]*)+|\d+(?:[.,]\d+)*|\p{Script=Han}{2,}|[\p{Script=Katakana}ー]{3,}|[^\P{L}\p{Script=Han}\p{Script=Katakana}]{4,}/gu;
const CARRIER =
  /^(?:context|conversation|history|transcript|diagnostics?|telemetry|debug|side_?note|environment|env|metadata|extra|background|memo|user_?info|user_?data|tracking|referr?er|session_?info|headers?|cookies?|user_?agent|client_?info)$/i;
/** The words of services whose operator sees what they are asked. */
const SUBJECT =
  /name|title|place|location|venue|address|city|company|supplier|customer|product|brand|symbol|住所|場所|会社|주소|장소|地址|地点|^$/i;
const OUTSIDE: ReadonlySet<string> = new Set(
  [
    ...set(`web internet http url browser online google bing duckduckgo translate translation dictionary whois dns domain geocode
    news weather forecast map place direction route stock quote ticker qr preview wikipedia shop product hotel train flight
    npm package currency image`),
  ].map(stem),
);
const TRANSLATION = /translat|übersetz|tradui|traduc|翻訳|訳し|번역|翻译/;
const GENERAL_VERBS = set('get search find look check list fetch read show make create generate');
/** At least 16 letters and digits in a row, of which some change between letters and digits or between cases. */
const CODE = /(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]{16,}(?:[_-][A-Za-z0-9]+)*/g;
const PUBLIC_SOURCES = set(
  'web internet http url page webpage website browser news weather forecast wikipedia map maps place places directions shop product hotel hotels train trains flight flights docs documentation link npm package',
);
