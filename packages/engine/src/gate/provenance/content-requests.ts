import { parseRequests } from '../intent/parse-requests.ts';
import { unreadableSentences } from '../intent/unreadable-sentences.ts';
import type { VerbClass } from '../manifest/verb-lexicon.ts';
import type { ControlRole, Effect } from '../../wire/tool-manifest.ts';
import { hashWords } from './hash-words.ts';
import { WordTable } from './word-table.ts';

/** A family of actions that a text can request. Opening a link is a separate one. */
export type RequestClass = VerbClass | 'visit';

const MAX_WORDS = 20_000;
const MAX_SENTENCE_CHARACTERS = 600;
/** How much text may stay unread until a rule needs its requests; most reads do not. To read this much takes a few milliseconds. */
const MAX_UNREAD_CHARACTERS = 32_768;

/** Stores, for each family of actions, the words of the sentences in which untrusted text requested it. */
export class ContentRequests {
  readonly #tables = new Map<RequestClass, WordTable>();
  readonly #unread: string[] = [];
  #unreadCharacters = 0;

  add(text: string): void {
    this.#unread.push(text);
    this.#unreadCharacters += text.length;
    if (this.#unreadCharacters > MAX_UNREAD_CHARACTERS) this.#readTexts();
  }

  /** Reads the texts since the last call, in order. */
  #readTexts(): void {
    this.#unreadCharacters = 0;
    for (const text of this.#unread.splice(0)) {
      this.#addSentences(text);
      // Words on single lines are also read as one text, so that a line break cannot hide a request.
      if (isBrokenUp(text)) this.#addSentences(text.replaceAll(/\s*\n\s*/g, ' '));
    }
  }

  #addSentences(text: string): void {
    const sentences = new Map<number, { to: number; classes: Set<RequestClass> }>();
    for (const request of parseRequests(text)) {
      const sentence = sentences.get(request.from) ?? { to: request.to, classes: new Set() };
      for (const verbClass of request.classes) sentence.classes.add(verbClass);
      if (VISITING.has(request.verb)) sentence.classes.add('visit');
      sentences.set(request.from, sentence);
    }
    for (const { from, to } of unreadableSentences(text))
      sentences.set(from, { to, classes: new Set(ANYTHING) });
    for (const [from, { to, classes }] of sentences) {
      const tables = [...classes].map((requestClass) => this.#tableOf(requestClass));
      hashWords(text.slice(from, Math.min(to, from + MAX_SENTENCE_CHARACTERS)), (hash) => {
        for (const table of tables) table.add(hash, 0);
      });
    }
  }

  /** Returns whether sentences with every word of the value requested an action of this class. */
  isMadeWith(requestClass: RequestClass, value: string): boolean {
    this.#readTexts();
    const table = this.#tables.get(requestClass);
    if (table === undefined) return false;
    let count = 0;
    let isKnown = true;
    hashWords(value.slice(0, 500), (hash) => {
      count += 1;
      if (table.get(hash) === undefined) isKnown = false;
    });
    return isKnown && count > 0;
  }

  #tableOf(requestClass: RequestClass): WordTable {
    const known = this.#tables.get(requestClass);
    if (known !== undefined) return known;
    const table = new WordTable(MAX_WORDS);
    this.#tables.set(requestClass, table);
    return table;
  }
}

function isBrokenUp(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.length >= 5 &&
    lines.filter((line) => line.trim().split(' ').length <= 2).length >= lines.length * 0.6
  );
}

const ANYTHING: readonly RequestClass[] = [
  'visit',
  'make',
  'change',
  'move',
  'book',
  'operate',
  'send',
  'delete',
  'spend',
  'execute',
  'admin',
];
const VISITING: ReadonlySet<string> = new Set([
  'visit',
  'navigate',
  'browse',
  'open',
  'go',
  'access',
  'fetch',
  'load',
]);

/** Returns the families of actions with which a text requests a call of this effect with a value in this role. */
export function classesRequesting(effect: Effect, role: ControlRole): readonly RequestClass[] {
  if (effect === 'read') return role === 'url' ? ['visit'] : [];
  return REQUEST_CLASSES[effect];
}

const REQUEST_CLASSES: Readonly<Record<Exclude<Effect, 'read'>, readonly RequestClass[]>> = {
  write: ['make', 'change', 'move', 'book', 'operate'],
  send: ['send'],
  delete: ['delete'],
  spend: ['spend', 'send', 'move', 'change', 'make'],
  execute: ['execute', 'operate'],
  admin: ['admin', 'change', 'send', 'make'],
};
