import { VALUE_ORIGINS, type ValueOrigin } from '../policy/call-facts.ts';
import type { Principal } from '../wire/principal.ts';
import {
  type ArgumentRole,
  CONTROL_ROLES,
  type ControlRole,
  type Effect,
  isGrave,
} from '../wire/tool-manifest.ts';
import { isActionVerb } from './action-arguments.ts';
import type { ValueSource } from './call-judgement.ts';
import { CustomerAuthority } from './customer-authority.ts';
import { inferArgumentRole } from './manifest/infer-argument-role.ts';
import { splitWords, stem } from './manifest/split-words.ts';
import { patchedPaths } from './persists-unasked.ts';
import type { Leaf } from './provenance/leaves-of.ts';
import { namesAnother } from './provenance/names-another.ts';
import { normalizeValue } from './provenance/normalize-text.ts';
import type { RunHistory } from './provenance/run-history.ts';
import { isDistinctive, type TracedValue, traceValue } from './provenance/trace-value.ts';
import { partsOf } from './role-of-leaf.ts';
import { ContentScan, isRequestedByContent } from './scan-content.ts';
import { ControlScan } from './scan-control.ts';
import { shownValue } from './shown-value.ts';

/** The maximum number of addresses in one text. A text with more is too large to check each of them. */
const MAX_PARTS = 100;
const MAX_CONTROL_CHARACTERS = 4_000;
const MAX_SOURCES = 32;

/** Collects what the values of one call show: the origin of each control value, and the dangers in values and texts. */
export class ValueFindings {
  readonly #history: RunHistory;
  readonly #effect: Effect;
  readonly worst = new Map<ControlRole, ValueOrigin>();
  readonly sources: ValueSource[] = [];
  namesTarget = false;
  namesRecord = false;
  hasUntrusted = false;
  isRequested = false;
  readonly destinations: string[] = [];
  readonly listed = { recipient: new Array<string>(), url: new Array<string>() };
  isOversized = false;
  amount: number | undefined;
  isFileUnnamed = false;
  isChosenBySender = false;
  isFromResult = false;
  isFromProse = false;
  isAnotherNamed = false;
  isAnotherAmount = false;
  readonly #user: Principal;
  readonly scan: ControlScan;
  readonly content: ContentScan;
  readonly authority: CustomerAuthority | undefined;

  constructor(history: RunHistory, effect: Effect, user: Principal) {
    this.#history = history;
    this.#effect = effect;
    this.#user = user;
    this.scan = new ControlScan(history.user);
    this.content = new ContentScan(history, effect);
    this.authority = user === 'customer' ? new CustomerAuthority(history, effect) : undefined;
  }

  take(leaf: Leaf, role: ArgumentRole): void {
    if (role === 'option') return;
    if (role === 'content') {
      this.content.take(String(leaf.value), leaf.name);
      // If a search looks for words of the user, these words name its target.
      if (this.#effect === 'read') this.namesTarget ||= this.#isWrittenByUser(leaf.value);
      // A patch changes the files that its headers name.
      if (this.#effect !== 'read')
        for (const file of patchedPaths(String(leaf.value)).slice(0, MAX_PARTS))
          this.#control(leaf.path, file, 'path');
    } else {
      this.content.takeControl(String(leaf.value), leaf.name);
      const parts = partsOf(leaf.value, role);
      this.isOversized ||= parts.length > MAX_PARTS;
      for (const value of parts.slice(0, MAX_PARTS)) this.#control(leaf.path, value, role);
    }
  }

  /** Adds the page that a click or a typed text affects. Its address was checked when the page was opened, but a person may have approved it. */
  takePage(link: string | undefined): void {
    if (link !== undefined) this.scan.takePage(link);
  }

  #control(path: string, value: string | number, role: ControlRole): void {
    const text = String(value);
    // Addresses and ids are never this long, but a command may be a whole program.
    const isTooLong = text.length > MAX_CONTROL_CHARACTERS && role !== 'command';
    this.isOversized ||= isTooLong;
    if (role === 'recipient' || role === 'url') this.listed[role].push(text);
    const traced: TracedValue = isTooLong ? { origin: 'model' } : this.#trace(value, role);
    // A number that the model chose is not traced if it can only be a count. For a customer, every number is traced.
    if (role === 'amount' && this.#user === 'owner' && traced.origin === 'model' && isCount(path, value))
      return;
    this.#judgeOrigin(traced, role, { path, text });
    this.#addSource(
      { path, role, value: shownValue(text, role) },
      this.authority?.take(value, role, traced) ?? traced,
    );
    // An owner may name an internal host or a path outside of the folder; a customer may not.
    if (traced.origin !== 'user' || this.#user !== 'owner') this.scan.take(text, role);
    else this.scan.takeOwn(text);
    this.#addEffect(value, role);
  }

  #addEffect(value: string | number, role: ControlRole): void {
    if (role === 'amount' && Number.isFinite(Number(value)))
      this.amount = (this.amount ?? 0) + Math.abs(Number(value));
    else if (DESTINATION_ROLES.has(role)) this.destinations.push(String(value));
  }

  #judgeOrigin(traced: TracedValue, role: ControlRole, { path, text }: PlacedText): void {
    const { origin } = traced;
    const worst = this.worst.get(role);
    if (worst === undefined || VALUE_ORIGINS.indexOf(origin) > VALUE_ORIGINS.indexOf(worst))
      this.worst.set(role, origin);
    this.hasUntrusted ||= origin === 'prose' || origin === 'model';
    this.isFromProse ||= origin === 'prose';
    this.isFromResult ||= origin === 'prose' || origin === 'field';
    this.isRequested ||=
      !TRUSTED_ORIGINS.has(origin) && isRequestedByContent(this.#history, this.#effect, text, role);
    if (role === 'amount')
      this.isAnotherAmount ||= FOREIGN_AMOUNT.has(origin) && this.#history.user.fixesAmounts;
    else this.#judgeSelection(traced, role, { path, text });
  }

  /** Judges a value that selects something, which an amount does not. */
  #judgeSelection(
    { origin, isChosenBySender = false }: TracedValue,
    role: ControlRole,
    { path, text }: PlacedText,
  ): void {
    this.isFileUnnamed ||= role === 'path' && UNNAMED.has(origin) && !this.#isNameMentioned(text);
    this.isChosenBySender ||= isChosenBySender;
    const isNamed = (origin === 'user' || origin === 'approved') && text.length > 1;
    // A user who asks to delete a file has not named the invoice of `manage_invoice(action: "delete")`.
    this.namesTarget ||= isNamed && !isActionVerb(path, text);
    this.namesRecord ||= origin === 'anchored' && (role === 'recipient' || role === 'target');
  }

  #addSource(source: Omit<ValueSource, 'origin'>, { origin, tool, by }: TracedValue): void {
    if (this.sources.length >= MAX_SOURCES) return;
    this.sources.push({ ...source, origin, ...(tool === undefined ? {} : { tool }), ...(by ? { by } : {}) });
  }

  /**
   * A value that a person approved counts as the user's, except for payments, commands and changes of rights. The record of a value
   * is not the one that the user named if the user named another item of the list.
   */
  #trace(value: string | number, role: ControlRole): TracedValue {
    const traced = traceValue(this.#history, value, role);
    if (OWN_ORIGINS.has(traced.origin)) return traced;
    const by = isGrave(this.#effect) ? undefined : this.#history.approverOf(role, String(value));
    if (by !== undefined) return { origin: 'approved', by };
    if (this.#effect === 'read' || !namesAnother(this.#history, value, this.#effect)) return traced;
    this.isAnotherNamed = true;
    return traced.origin === 'anchored' ? { ...traced, origin: 'field' } : traced;
  }

  #isWrittenByUser(value: string | number): boolean {
    const text = normalizeValue(String(value));
    return text.length > 1 && this.#history.user.contains(text);
  }

  #isNameMentioned(path: string): boolean {
    const words = splitWords(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)).map(
      stem,
    );
    return words.some((word) => isDistinctive(word) && this.#history.user.mentions(word));
  }
}

/** A control value as text, and its place in the arguments. */
interface PlacedText {
  readonly path: string;
  readonly text: string;
}

/** A small number that no text contains, in an argument that is not named after money: the number of guests. */
function isCount(path: string, value: string | number): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const isSmall = Number.isInteger(Number(value)) && Number(value) > 0 && Number(value) <= MAX_COUNT;
  return isSmall && inferArgumentRole({ name, type: 'number' }, { effect: 'write', makes: [] }) !== 'amount';
}

const MAX_COUNT = 10;

const TRUSTED_ORIGINS: ReadonlySet<ValueOrigin> = new Set(['user', 'session', 'trusted']);
const UNNAMED: ReadonlySet<ValueOrigin> = new Set(['field', 'model', 'prose']);
const FOREIGN_AMOUNT: ReadonlySet<ValueOrigin> = new Set([
  'anchored',
  'lookup',
  'field',
  'derived',
  'model',
  'prose',
]);
const OWN_ORIGINS: ReadonlySet<ValueOrigin> = new Set(['user', 'session', 'instructions', 'trusted']);
const DESTINATION_ROLES: ReadonlySet<ControlRole> = new Set(
  CONTROL_ROLES.filter((role) => role !== 'credential' && role !== 'amount'),
);
