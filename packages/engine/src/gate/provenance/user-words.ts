import { isCalledByName } from '../languages/called-by-name.ts';
import { stem } from '../manifest/split-words.ts';
import type { VerbClass } from '../manifest/verb-lexicon.ts';
import { readDates } from './read-quantities.ts';
import { CURRENCY, type ReadText, TextCache } from './read-text.ts';

const MAX_CHARACTERS = 200_000;

/** The user's own text. It determines whether the user wrote a value or requested an action. */
export class UserWords {
  readonly #cache: TextCache;
  readonly #texts: ReadText[] = [];
  #text = '';
  #isDelegating = false;
  #hasUnreadRequest = false;
  #hasActed = false;
  readonly #verbs = new Set<string>();
  readonly #classes = new Set<VerbClass>();
  /** Texts of the first turn whose requests are not read yet. Many reads are allowed without them. */
  #unread: ReadText[] = [];

  constructor(cache = new TextCache()) {
    this.#cache = cache;
  }

  /** Adds a text. Returns whether it starts a new turn with a request of its own. */
  add(given: string): boolean {
    const room = MAX_CHARACTERS - this.#text.length;
    if (room <= 0) return false;
    const added = this.#cache.read(given.slice(0, room));
    this.#texts.push(added);
    this.#text += `\n${added.text}`;
    if (this.#hasActed) return this.#readRequests(added, true);
    this.#unread.push(added);
    return false;
  }

  /** Reads the requests of a text. Returns whether it starts a new turn with a request of its own. */
  #readRequests(added: ReadText, hasActed: boolean): boolean {
    if (hasActed) this.#readUnread();
    const { requests, isDelegation, isQuestion } = added;
    this.#hasUnreadRequest ||= added.isUnreadable;
    // A turn with a request or a question of its own replaces the requests before it. Another one ("yes, please") continues
    // them.
    const isNewTurn = hasActed && (requests.length > 0 || isDelegation || isQuestion);
    if (isNewTurn) {
      this.#verbs.clear();
      this.#classes.clear();
      this.#isDelegating = false;
      this.#hasActed = false;
    }
    this.#isDelegating ||= isDelegation;
    if (isQuestion) this.#classes.add('read');
    for (const request of requests) {
      this.#verbs.add(request.verb);
      for (const verbClass of request.classes) this.#classes.add(verbClass);
    }
    return isNewTurn;
  }

  #readUnread(): void {
    for (const text of this.#unread.splice(0)) this.#readRequests(text, false);
  }

  /** The domains that the user wrote, alone or inside of an address. */
  get domains(): Iterable<string> {
    return this.#texts.flatMap(({ domains }) => [...domains]);
  }

  /** All requests that were found ask for information only. */
  get asksOnlyToRead(): boolean {
    this.#readUnread();
    return this.#classes.size === 1 && this.#classes.has('read') && !this.#hasUnreadRequest;
  }

  /**
   * Marks that the agent has acted on the text so far. The next text with a request starts a new turn: the values of this
   * text stay known, but its requests expire.
   */
  markActed(): void {
    this.#hasActed = true;
  }

  get isDelegating(): boolean {
    return this.#isDelegating || this.#unread.some(({ isDelegation }) => isDelegation);
  }

  /** The user's text contains invisible characters, for example because it was copied from a page. */
  get hidesText(): boolean {
    return this.#texts.some(({ hidesText }) => hidesText);
  }

  /** No text of the user was added. */
  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** A text of the user has no known request and is in a language whose verbs are unknown. */
  get hasUnreadRequest(): boolean {
    this.#readUnread();
    return this.#hasUnreadRequest;
  }

  /** The user wrote amounts of money, and neither a limit nor something to calculate with them. */
  get fixesAmounts(): boolean {
    return this.matches(CURRENCY) && !this.matches(OPEN_AMOUNT) && !this.speaksOfOthers;
  }

  /** The user mentions all or other items besides those that the text names, or excludes those. */
  get speaksOfOthers(): boolean {
    return this.#texts.some(({ speaksOfOthers }) => speaksOfOthers);
  }

  asksWith(verb: string): boolean {
    this.#readUnread();
    return this.#verbs.has(verb);
  }

  asksForClass(verbClass: VerbClass): boolean {
    this.#readUnread();
    return this.#classes.has(verbClass);
  }

  /** Returns whether the user's text contains a word, or calls a person by this name. */
  mentions(nounStem: string): boolean {
    if (this.#hasWord(nounStem)) return true;
    if (!WITHOUT_SPACES.test(nounStem)) return false;
    if (this.#text.includes(nounStem) || isCalledByName(this.#text, nounStem)) return true;
    // A company is called without its legal form.
    return (
      nounStem.length >= 4 &&
      this.#text.includes(nounStem.slice(0, Math.max(3, Math.ceil(nounStem.length / 2))))
    );
  }

  speaksOfFamily(family: string): boolean {
    return this.#texts.some(({ nounFamilies }) => nounFamilies.has(family));
  }

  hasNumber(value: number): boolean {
    return this.#texts.some(({ numbers }) => numbers.has(value));
  }

  hasDate(value: string): boolean {
    return readDates(value).some((date) => this.#texts.some(({ dates }) => dates.has(date)));
  }

  /**
   * Returns whether the user's text contains the normalized value as a whole, not as a part of a longer address or id.
   */
  contains(value: string): boolean {
    return this.#placesOf(value).next().done !== true;
  }

  *#placesOf(value: string): Generator<number, void> {
    if (value === '') return;
    for (let at = this.#text.indexOf(value); at >= 0; at = this.#text.indexOf(value, at + 1))
      if (!continues(this.#text, at - 1, -1) && !continues(this.#text, at + value.length, 1)) yield at;
  }

  /** Returns whether a sentence without a negation contains the normalized value as a whole. */
  containsInAffirmation(value: string): boolean {
    for (const at of this.#placesOf(value)) {
      const start = Math.max(...['\n', '. ', '。', '! ', '; '].map((end) => this.#text.lastIndexOf(end, at)));
      const after = this.#text.slice(at + value.length).search(/\n|[.!;](?:\s|$)|。/);
      const end = after < 0 ? this.#text.length : at + value.length + after;
      if (!NEGATION.test(this.#text.slice(Math.max(0, start), end))) return true;
    }
    return false;
  }

  /** Returns whether the user's normalized text matches a pattern without the flags `g` and `y`. */
  matches(pattern: RegExp): boolean {
    return pattern.test(this.#text);
  }

  /** Returns whether the user's text contains every word of the value, in any order. */
  containsAllWords(value: string): boolean {
    const words = value.match(/[a-z0-9\u00c0-\u024f]+/g);
    return words !== null && words.every((word) => this.#hasWord(stem(word)));
  }

  #hasWord(word: string): boolean {
    return this.#texts.some(({ words }) => words.has(word));
  }
}

/** At least two characters of a script that does not separate words. */
const WITHOUT_SPACES = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]{2,}$/u;

const NEGATION =
  /\b(?:not|never|no|don't|avoid|except|without|forbidden|unless|nicht|nie|niemals|kein\w*|außer|ohne|ne|pas|jamais|sauf|sans|nunca|salvo|sin)\b|ない|なく|禁止|以外|除|않|말|금지|제외|不|勿|别|禁|除/;

const OPEN_AMOUNT =
  /%|\b(?:under|up to|at most|max\w*|min\w*|at least|budget|less|more|below|above|between|around|about|or so|percent|half|split|each|per|total|sum|rest|remain\w*|difference|convert\w*|plus|unter|über|höchstens|mindestens|bis zu|etwa|ungefähr|hälfte|je|pro|gesamt\w*|summe|moins|plus de|jusqu|environ|moitié|chacun|par|total\w*|menos|más de|hasta|unos|mitad|cada|por|resto)\b|以下|以内|まで|未満|以上|約|くらい|ぐらい|ずつ|半分|合計|残り|予算|上限|이하|이내|까지|이상|약|정도|씩|절반|합계|예산|不超过|以上|左右|大约|每|一半|总|预算/;

/**
 * Returns whether the address or id continues at this position. "bob@x.co" inside "bob@x.co.evil" is another address.
 */
function continues(text: string, at: number, step: 1 | -1): boolean {
  const character = text[at];
  if (character === undefined) return false;
  if (/[a-z0-9@_\u00c0-\u02ff]/.test(character)) return true;
  return /[.+-]/.test(character) && /[a-z0-9]/.test(text[at + step] ?? '');
}
