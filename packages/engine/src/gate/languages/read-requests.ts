import type { Request } from '../intent/request.ts';
import type { VerbClass } from '../manifest/verb-lexicon.ts';
import { CHINESE } from './chinese.ts';
import { foldLetters } from './fold-letters.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { JAPANESE } from './japanese.ts';
import { KOREAN } from './korean.ts';
import type { RequestLanguage } from './request-language.ts';
import { SPANISH } from './spanish.ts';

const MAX_REQUESTS = 100;

/** Finds requests in Japanese, in the user's text and in untrusted text. */
export function japaneseRequests(text: string): Request[] {
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(text) ? scriptRequests(text, scripts().japanese) : [];
}

/** Finds requests in Chinese, Korean, German, French and Spanish. */
export function foreignRequests(text: string): Request[] {
  const requests: Request[] = [];
  if (/\p{Script=Han}/u.test(text) && !/[\u3040-\u30ff]/.test(text))
    requests.push(...scriptRequests(text, scripts().chinese));
  if (/\p{Script=Hangul}/u.test(text)) requests.push(...scriptRequests(text, scripts().korean));
  for (const lexicon of spokenIn(text)) requests.push(...spacedRequests(text, lexicon));
  return requests;
}

/** The languages whose function words are the most frequent in a text; none for English. */
function spokenIn(text: string): readonly SpacedLexicon[] {
  const words = text.match(/\p{L}+/gu)?.slice(0, 400) ?? [];
  const count = (list: ReadonlySet<string>) => words.reduce((sum, word) => sum + (list.has(word) ? 1 : 0), 0);
  const counts = spaced().map((lexicon) => ({
    lexicon,
    count: count(lexicon.functionWords) + (lexicon.language.marks?.test(text) ? 1 : 0),
  }));
  const most = Math.max(...counts.map((each) => each.count));
  if (most === 0 || count(ENGLISH) >= most) return [];
  return counts.filter((each) => each.count === most).map(({ lexicon }) => lexicon);
}

const ENGLISH: ReadonlySet<string> = new Set(
  'the and to of is my for in please with it that you on can i a an at from what this be do me all if then them'.split(
    ' ',
  ),
);

interface SpacedLexicon {
  readonly language: RequestLanguage;
  readonly functionWords: ReadonlySet<string>;
  readonly endings: readonly string[];
  /** The classes of a stem, each with the particle that is separated from it. */
  readonly stems: ReadonlyMap<string, readonly Sense[]>;
}

interface Sense {
  readonly verbClass: VerbClass;
  readonly particle: string | undefined;
}

function spacedRequests(text: string, lexicon: SpacedLexicon): Request[] {
  const requests: Request[] = [];
  const { negatedBefore, negatedAfter } = lexicon.language;
  for (const sentence of text.matchAll(/[^.!?\n;]+(?:[.](?=\S)[^.!?\n;]*)*/g)) {
    const plain = foldLetters(sentence[0]);
    for (const match of plain.matchAll(/[a-z]{2,}/g)) {
      const senses = sensesOf(match[0], lexicon);
      if (senses.length === 0 || requests.length >= MAX_REQUESTS) continue;
      const after = plain.slice(match.index);
      if (negatedBefore?.test(plain.slice(0, match.index)) || negatedAfter?.test(after)) continue;
      const clause = after.split(/,| und | et | y /, 1)[0] ?? '';
      const from = sentence.index;
      for (const { verbClass, particle } of senses)
        if (particle === undefined || new RegExp(`\\b${particle}\\b`).test(clause))
          requests.push({
            verb: VERB_OF_CLASS[verbClass],
            classes: [verbClass],
            from,
            to: from + sentence[0].length,
          });
    }
  }
  return requests;
}

function sensesOf(word: string, { language, stems, endings }: SpacedLexicon): readonly Sense[] {
  const forms = language.clitics === undefined ? [word] : [word, word.replace(language.clitics, '')];
  for (const form of forms)
    for (const ending of endings) {
      if (!form.endsWith(ending)) continue;
      const senses = stems.get(form.slice(0, form.length - ending.length));
      if (senses !== undefined) return senses;
    }
  return [];
}

interface ScriptLexicon {
  readonly language: RequestLanguage;
  readonly patterns: readonly (readonly [verbClass: VerbClass, pattern: RegExp, isAction: boolean])[];
  /** Verbs of one character, which count only as a word of their own. */
  readonly single: ReadonlyMap<string, VerbClass>;
}

/** In languages without spaces a verb is found anywhere; its sentence reaches from one full stop to the next. */
function scriptRequests(text: string, { language, patterns, single }: ScriptLexicon): Request[] {
  const requests: Request[] = [];
  const add = (verbClass: VerbClass, at: number, length: number) => {
    const after = text.slice(at + length, at + length + 12);
    if (language.negatedAfter?.test(after)) return;
    if (language.negatedBefore?.test(text.slice(Math.max(0, at - 8), at))) return;
    const from = Math.max(text.lastIndexOf('。', at), text.lastIndexOf('\n', at)) + 1;
    const stop = text.indexOf('。', at);
    requests.push({
      verb: VERB_OF_CLASS[verbClass],
      classes: [verbClass],
      from,
      to: stop < 0 ? text.length : stop,
    });
  };
  for (const [verbClass, pattern, isAction] of patterns)
    for (const match of text.matchAll(pattern)) {
      if (requests.length >= MAX_REQUESTS) return requests;
      const { length } = match[0];
      if (isAction && language.asObject?.test(text.slice(match.index + length, match.index + length + 8)))
        continue;
      add(verbClass, match.index, length);
    }
  if (single.size > 0)
    for (const { segment, index } of segmenter().segment(text.slice(0, MAX_SEGMENTED))) {
      const verbClass = single.get(segment);
      if (verbClass !== undefined && requests.length < MAX_REQUESTS) add(verbClass, index, 1);
    }
  return requests;
}

const MAX_SEGMENTED = 4_000;

/** Returns whether the user delegates the decision to a text, in one of the languages. */
export function isDelegatedIn(text: string): boolean {
  return LANGUAGES.some((language) => language.delegation.test(text));
}

const LANGUAGES: readonly RequestLanguage[] = [GERMAN, FRENCH, SPANISH, JAPANESE, CHINESE, KOREAN];

/** Returns the families of the nouns in a text, in all languages but English. */
export function foreignFamilies(text: string): ReadonlySet<string> {
  const families = new Set<string>();
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(text))
    for (const { nouns } of [JAPANESE, CHINESE, KOREAN])
      for (const [family, list] of Object.entries(nouns))
        if (list.split(/\s+/).some((noun) => text.includes(noun))) families.add(family);
  const spoken = spokenIn(text);
  if (spoken.length === 0) return families;
  const words =
    foldLetters(text)
      .match(/[a-z-]{2,}/g)
      ?.slice(0, 2_000) ?? [];
  for (const { language } of spoken)
    for (const [family, list] of Object.entries(language.nouns)) {
      const nouns = foldLetters(list).split(/\s+/);
      if (words.some((word) => nouns.some((noun) => isNoun(word, noun)))) families.add(family);
    }
  return families;
}

/** A noun with a short ending, or the last part of a compound ("Elternabend"). */
function isNoun(word: string, noun: string): boolean {
  if (word === noun) return true;
  if (noun.length < 4) return false;
  return (
    (word.startsWith(noun) && word.length - noun.length <= 2) ||
    (noun.length >= 5 &&
      word.length > noun.length &&
      /^(?:e?n|e?s|e)?$/.test(word.slice(word.lastIndexOf(noun) + noun.length)) &&
      word.includes(noun))
  );
}

const VERB_OF_CLASS: Readonly<Record<VerbClass, string>> = {
  read: 'get',
  make: 'create',
  change: 'update',
  move: 'move',
  book: 'book',
  operate: 'start',
  send: 'send',
  delete: 'delete',
  spend: 'pay',
  execute: 'execute',
  admin: 'grant',
};

const isVerbClass = (name: string): name is VerbClass => Object.hasOwn(VERB_OF_CLASS, name);
const VERB_CLASSES = Object.keys(VERB_OF_CLASS).filter(isVerbClass);

const spaced = once((): readonly SpacedLexicon[] =>
  [GERMAN, FRENCH, SPANISH].map((language) => ({
    language,
    functionWords: new Set((language.functionWords ?? '').split(/\s+/)),
    endings: (language.endings ?? '-').split(' ').map((ending) => ending.replace('-', '')),
    stems: indexStems(language),
  })),
);

function indexStems(language: RequestLanguage): Map<string, Sense[]> {
  const stems = new Map<string, Sense[]>();
  const add = (stem: string, sense: Sense) => stems.set(stem, [...(stems.get(stem) ?? []), sense]);
  for (const verbClass of VERB_CLASSES)
    for (const entry of language.verbs[verbClass].split(/\s+/)) {
      const [particle = '', root] = entry.split('|');
      if (root === undefined) add(particle, { verbClass, particle: undefined });
      else {
        add(root, { verbClass, particle });
        for (const joined of [particle + root, `${particle}zu${root}`])
          add(joined, { verbClass, particle: undefined });
      }
    }
  return stems;
}

const scripts = once(() => ({
  japanese: scriptLexicon(JAPANESE, (verbs) => verbs),
  chinese: scriptLexicon(CHINESE, (verbs) => verbs.filter((verb) => verb.length > 1)),
  // A Korean verb begins a word; a stem of one syllable needs the end of a request after it.
  korean: scriptLexicon(KOREAN, (verbs) =>
    verbs.map((verb) =>
      verb.startsWith('(')
        ? verb
        : verb.length === 1
          ? String.raw`(?<!\p{Script=Hangul})${verb}(?=\s?(?:줘|주|달라|둬|놔|고(?!\p{Script=Hangul})|서|라|[.,!?]|$))`
          : String.raw`(?<!\p{Script=Hangul})${verb}`,
    ),
  ),
}));

function scriptLexicon(
  language: RequestLanguage,
  toPatterns: (verbs: readonly string[]) => readonly string[],
): ScriptLexicon {
  const patterns: (readonly [VerbClass, RegExp, boolean])[] = [];
  const single = new Map<string, VerbClass>();
  for (const verbClass of VERB_CLASSES) {
    const verbs = language.verbs[verbClass].split(/\s+/);
    patterns.push([verbClass, new RegExp(toPatterns(verbs).join('|'), 'gu'), false]);
    const nouns = language.actionNouns?.[verbClass];
    if (nouns !== undefined) patterns.push([verbClass, new RegExp(nouns.split(/\s+/).join('|'), 'gu'), true]);
    if (language === CHINESE) for (const verb of verbs) if (verb.length === 1) single.set(verb, verbClass);
  }
  return { language, patterns, single };
}

const segmenter = once(() => new Intl.Segmenter('zh', { granularity: 'word' }));

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
