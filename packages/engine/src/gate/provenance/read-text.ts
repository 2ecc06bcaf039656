import { isDelegation, parseUserRequests } from '../intent/parse-requests.ts';
import type { Request } from '../intent/request.ts';
import { unreadableSentences } from '../intent/unreadable-sentences.ts';
import { relatedFamilies, relatedForeignFamilies } from '../manifest/noun-lexicon.ts';
import { stem } from '../manifest/split-words.ts';
import { hasInvisibleCharacters, normalizeText } from './normalize-text.ts';
import { readDates, readNumbers } from './read-quantities.ts';

/**
 * What one text of a user or a developer says. Each part is read when a rule first needs it. The text does not change, so
 * all runs that contain it can share the object.
 */
export class ReadText {
  /** The text in normalized form. */
  readonly text: string;
  /** Whether the text contains invisible characters. */
  readonly hidesText: boolean;
  #words: ReadonlySet<string> | undefined;
  #nounFamilies: ReadonlySet<string> | undefined;
  #numbers: ReadonlySet<number> | undefined;
  #dates: ReadonlySet<string> | undefined;
  #domains: ReadonlySet<string> | undefined;
  #speaksOfOthers: boolean | undefined;
  #isDelegation: boolean | undefined;
  #requests: readonly Request[] | undefined;
  #isUnreadable: boolean | undefined;

  constructor(text: string) {
    this.text = normalizeText(text);
    this.hidesText = hasInvisibleCharacters(text);
  }

  /** The stems of the words in Latin letters. */
  get words(): ReadonlySet<string> {
    return (this.#words ??= new Set(Array.from(this.text.matchAll(WORD), ([word]) => stem(word))));
  }

  /** The families of nouns that the text mentions. */
  get nounFamilies(): ReadonlySet<string> {
    return (this.#nounFamilies ??= this.#readFamilies());
  }

  get numbers(): ReadonlySet<number> {
    return (this.#numbers ??= new Set(readNumbers(this.text)));
  }

  get dates(): ReadonlySet<string> {
    return (this.#dates ??= new Set(readDates(this.text)));
  }

  /** The domains, alone or inside of an address. */
  get domains(): ReadonlySet<string> {
    return (this.#domains ??= new Set(this.text.match(DOMAIN)));
  }

  /** The text mentions all or other items besides those that it names, or excludes those. */
  get speaksOfOthers(): boolean {
    return (this.#speaksOfOthers ??= OTHERS.test(this.text));
  }

  get isDelegation(): boolean {
    return (this.#isDelegation ??= isDelegation(this.text));
  }

  get requests(): readonly Request[] {
    return (this.#requests ??= parseUserRequests(this.text.replaceAll(QUOTED, '$1 ')));
  }

  /** The text has no known request and is in a language whose verbs are unknown. */
  get isUnreadable(): boolean {
    return (this.#isUnreadable ??= this.requests.length === 0 && unreadableSentences(this.text).length > 0);
  }

  /** The text only asks a question. */
  get isQuestion(): boolean {
    return this.requests.length === 0 && !this.isDelegation && QUESTION.test(this.text);
  }

  #readFamilies(): Set<string> {
    const families = new Set(relatedForeignFamilies(this.text));
    for (const word of this.words) for (const family of relatedFamilies(word)) families.add(family);
    if (CURRENCY.test(this.text)) families.add('money');
    return families;
  }
}

/** The latest texts, so that a text is read once and not for each run, or each segment of a run, that contains it. */
export class TextCache {
  readonly #texts = new Map<string, ReadText>();
  #characters = 0;

  read(text: string): ReadText {
    const known = this.#texts.get(text);
    if (known) return known;
    const read = new ReadText(text);
    if (text.length > MAX_CACHED_CHARACTERS) return read;
    this.#texts.set(text, read);
    this.#characters += text.length;
    for (const [oldest] of this.#texts) {
      if (this.#characters <= MAX_CACHED_CHARACTERS && this.#texts.size <= MAX_CACHED_TEXTS) break;
      this.#texts.delete(oldest);
      this.#characters -= oldest.length;
    }
    return read;
  }
}

const MAX_CACHED_TEXTS = 100;
const MAX_CACHED_CHARACTERS = 65_536;

const WORD = /[a-z0-9\u00c0-\u024f]+/g;
/** A question mark, the end of a question without one, or a phrase that names information ("now the status of ticket 7"). */
const QUESTION =
  /[?？]|(?:(?:です|でした|ます|ました|でしょう|ません)か|かな|니까|나요|까요|吗|呢)[。.!！\s]*$|\b(?:status|summary|overview|details|contents?|übersicht|zusammenfassung|inhalt|résumé|aperçu|contenu|resumen|contenido|estado) (?:of|von|vom|der|des|du|de|del)\b|の(?:内容|状況|概要|詳細|要約)[をは。\s]*$|(?:내용|현황|상태|요약)[은는을를.\s]*$|的(?:内容|情况|状态|概况)[。\s]*$/m;
/** Quoted text is a title or a text to use, not a request. */
const QUOTED = /(^|[\s(:,])(?:"[^"\n]{1,200}"|'[^'\n]{1,200}'(?=[\s.,;:!?)]|$)|「[^」\n]{1,200}」)/g;
const OTHERS =
  /\b(?:all|any|both|each|every|everything|except|following|instead|like|other|others|related|remaining|replace|rest|same|similar|swap|alle[ns]?|jede[nrs]?|andere[nrs]?|übrige[nr]?|rest|außer|ersetzen?|statt|tous|toutes?|chaque|autres?|reste|sauf|remplace[rz]?|todos|todas|cada|otr[oa]s?|resto|excepto|salvo|reemplaza)\b|すべて|全て|全部|全員|各|ほか|他の|残り|以外|代わり|同じ|所有|每|其他|其余|除了|代替|相同|모든|모두|각각|다른|나머지|제외|대신|같은/;
const DOMAIN = /(?:[a-z\d-]{2,63}\.)+[a-z]{2,24}\b/g;

/** An amount of money in a normalized text. */
export const CURRENCY = /[$€£¥]\s?\d|\d\s?(?:usd|eur|gbp|jpy|dollars?|euros?|円|원|元)/;
