import type { ControlRole, Effect } from '../wire/tool-manifest.ts';
import { classesRequesting } from './provenance/content-requests.ts';
import { normalizeValue } from './provenance/normalize-text.ts';
import type { RunHistory } from './provenance/run-history.ts';
import { traceValue } from './provenance/trace-value.ts';
import { accountsIn, holdsSecret, isActive, linksIn } from './scan-text.ts';

/** A single sentence of an injection can dictate a text of this length. Longer texts are composed by the model. */
const MAX_DICTATED_CHARACTERS = 240;

/** Collects the dangers in the texts that a call with an effect would write or send. */
export class ContentScan {
  readonly #history: RunHistory;
  readonly #effect: Effect;
  secret = false;
  privateData = false;
  /** A link, an address or an account number comes from text that was read. */
  link = false;
  active = false;
  /** Text that was read dictates this text. */
  isRequested = false;

  constructor(history: RunHistory, effect: Effect) {
    this.#history = history;
    this.#effect = effect;
  }

  take(text: string, name: string): void {
    if (this.#effect === 'read') return;
    if (!this.secret && holdsSecret(text)) this.secret = !this.#isWrittenByUser(text);
    this.isRequested ||= this.#isDictated(text);
    this.active ||= isActive(text) && linksIn(text).some((link) => this.#isForeign(link));
    if (this.#effect === 'send' || this.#effect === 'execute' || INSTRUCTION.test(name))
      this.#takeOutgoing(text);
  }

  /** Takes a text that leaves the run. */
  #takeOutgoing(text: string): void {
    for (const value of this.#history.distinctSessionValues())
      this.privateData ||= text.toLowerCase().includes(value);
    if (this.link || !this.#history.results.isTainted) return;
    this.link = [...linksIn(text), ...accountsIn(text)].some((value) => this.#isForeign(value));
  }

  #isDictated(text: string): boolean {
    if (!this.#history.results.isTainted || text.length > MAX_DICTATED_CHARACTERS) return false;
    if (!DICTATED.test(text) || this.#isWrittenByUser(text)) return false;
    return isRequestedByContent(this.#history, this.#effect, text, 'target');
  }

  #isWrittenByUser(text: string): boolean {
    return this.#history.user.contains(normalizeValue(text));
  }

  /** Takes a control value: an instruction for a later run may contain a link too. */
  takeControl(text: string, name: string): void {
    if (this.#effect === 'read' || !INSTRUCTION.test(name) || !this.#history.hasRead) return;
    this.link ||= linksIn(text).some((link) => this.#isForeign(link));
  }

  /**
   * Links are traced like account numbers: a link that a text only mentions does not become the user's because a name is near
   * it.
   */
  #isForeign(link: string): boolean {
    const { origin } = traceValue(this.#history, link, 'account');
    return origin === 'prose' || origin === 'model';
  }
}

/** Two words of a program or a status occur in other texts by chance. */
const DICTATED =
  /(?:\p{L}{2,}\S*\s+){2}\S*\p{L}{2,}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4,}/u;

/** Arguments whose text instructs a later run. */
const INSTRUCTION = /(?:^|[._])(?:instructions?|prompt|task|steps?|rule|preferences?)(?:$|[._])/i;

/** Returns whether text that was read requests a call of this effect with this value. */
export function isRequestedByContent(
  history: RunHistory,
  effect: Effect,
  text: string,
  role: ControlRole,
): boolean {
  const value = normalizeValue(text);
  return (
    value.length > 0 &&
    classesRequesting(effect, role).some((verbClass) => history.results.isRequestedWith(verbClass, value))
  );
}
