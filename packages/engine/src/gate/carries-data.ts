import type { KnownTool } from './manifest/manifest-registry.ts';
import { splitWords } from './manifest/split-words.ts';
import type { Leaf } from './provenance/leaves-of.ts';
import { normalizeText } from './provenance/normalize-text.ts';
import type { RunHistory } from './provenance/run-history.ts';
import { holdsSecret } from './scan-text.ts';

const MAX_TOKENS = 200;
/** A number counts twice, because a text seldom repeats one by chance. */
const ENOUGH_FOR_LINK = 2;
const ENOUGH_FOR_FIELD = 2;
const ENOUGH_FOR_QUERY = 4;

/**
 * Returns whether a reading call takes data of earlier results out in its arguments: in a link, in a query to the web, or in
 * an argument for context that the tool does not need. Words of the user and of public sources do not count.
 */
export function carriesData({ wording }: KnownTool, leaves: readonly Leaf[], history: RunHistory): boolean {
  return leaves.some(({ name, value }) => {
    if (typeof value !== 'string' || value.length < 8) return false;
    if (holdsSecret(value) && !history.user.contains(normalizeText(value))) return true;
    if (/^https?:\/\//i.test(value)) return isBuiltFromData(value, history);
    const key = name.slice(name.lastIndexOf('.') + 1);
    const isAside = leaves.length > 1 && !MAIN_INPUT.test(key) && / \S+ \S+ \S/.test(value);
    if (isAside || CARRIER.test(key)) return score(value, history) >= ENOUGH_FOR_FIELD;
    return wording.nouns.some((noun) => OUTSIDE.has(noun)) && score(value, history) >= ENOUGH_FOR_QUERY;
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
  return score(decode(path), history) >= ENOUGH_FOR_LINK;
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
  const tokens = new Set(
    normalizeText(text)
      .match(/\d+(?:[.,]\d+)*|\p{L}{4,}/gu)
      ?.slice(0, MAX_TOKENS),
  );
  let sum = 0;
  for (const token of tokens) {
    const isNumber = /^\d/.test(token);
    if ((isNumber && token.length < 2) || history.user.contains(token) || history.user.mentions(token))
      continue;
    const source = history.results.fieldsOf(token)[0]?.tool ?? history.results.sourceOfWord(token);
    if (source !== undefined && !splitWords(source).some((word) => PUBLIC_SOURCES.has(word)))
      sum += isNumber ? 2 : 1;
  }
  return sum;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const CARRIER =
  /^(?:context|conversation|history|transcript|diagnostics?|telemetry|debug|side_?note|environment|env|metadata|extra|background|memo|user_?info|user_?data|tracking|referrer|session_?info)$/i;
/** The argument that a tool works on. A sentence in another one is not needed for the answer. */
const MAIN_INPUT =
  /^(?:text|content|query|q|input|expression|data|values?|code|sql|document|body|message|question|pattern|keywords?|search|topic|prompt|filter|thought)$/i;
const OUTSIDE = set('web internet http url browser online google bing duckduckgo');
const PUBLIC_SOURCES = set(
  'web internet http url page webpage website browser news weather forecast wikipedia map maps place places directions shop product hotel hotels train trains flight flights docs documentation link npm package',
);
