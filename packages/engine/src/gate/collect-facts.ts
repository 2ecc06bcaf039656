import type { KnownFacts, LateFacts, RunCounters, ValueOrigin } from '../policy/call-facts.ts';
import { VALUE_ORIGINS } from '../policy/call-facts.ts';
import type { ListedValues } from './allow-lists.ts';
import type { ValueSource } from './call-judgement.ts';
import type { Principal } from '../wire/principal.ts';
import {
  type ArgumentRole,
  CONTROL_ROLES,
  type ControlRole,
  type Effect,
  isGrave,
} from '../wire/tool-manifest.ts';
import { carriesData } from './carries-data.ts';
import { CustomerAuthority } from './customer-authority.ts';
import { destinationOf } from './destination-of.ts';
import { effectOfAction } from './effect-of-action.ts';
import { fitOf, type TaskPlan } from './plan/task-plan.ts';
import { compareWording, judgeIntent } from './intent/judge-intent.ts';
import type { DescribedTool, KnownTool } from './manifest/manifest-registry.ts';
import { splitWords, stem } from './manifest/split-words.ts';
import { type Leaf, leavesOf, leavesOfJson } from './provenance/leaves-of.ts';
import { namesAnother } from './provenance/names-another.ts';
import type { RunHistory } from './provenance/run-history.ts';
import { isDistinctive, type TracedValue, traceValue } from './provenance/trace-value.ts';
import { ControlScan } from './scan-control.ts';
import { ContentScan, isRequestedByContent } from './scan-content.ts';
import { partsOf, roleOfLeaf } from './role-of-leaf.ts';
import { shownValue } from './shown-value.ts';
import { patchedPaths, persistsUnasked } from './persists-unasked.ts';
import { isWithoutSubunit } from './without-subunit.ts';
import { widensAccess } from './widens-access.ts';

/** The facts about one call before any rule is evaluated. */
export interface CollectedFacts {
  readonly facts: KnownFacts;
  /** Reading them indexes the results of the run; most reads are allowed without them. */
  readonly marks: LateFacts;
  readonly sources: readonly ValueSource[];
  readonly listed: ListedValues;
  readonly destination: string | undefined;
  readonly amount: number | undefined;
}

/** One call as the gate receives it. */
export interface CallToJudge {
  readonly tool: DescribedTool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly history: RunHistory;
  readonly counters: RunCounters;
  /** The principal whose text is the user's text; `owner` by default. */
  readonly user?: Principal | undefined;
  /** The plan of the current turn of the user. */
  readonly plan?: TaskPlan | undefined;
}

const MAX_LEAVES = 500;
/** The maximum number of addresses in one text. A text with more is too large to check each of them. */
const MAX_PARTS = 100;
const MAX_CONTROL_CHARACTERS = 4_000;

/**
 * Collects the facts about one call: its effect, the origin of each control value, the user's intent and the results of
 * a scan.
 */
export function collectFacts(call: CallToJudge): CollectedFacts {
  const known = call.history.manifests.lookUp(call.tool);
  const effect = effectOfAction(known, call.args);
  const leaves = leavesOf(call.args, MAX_LEAVES);
  const findings = new Findings(call.history, effect, call.user ?? 'owner');
  for (const leaf of leaves ?? []) {
    findings.take(leaf, roleOfLeaf(known, leaf, effect));
    if (effect !== 'read')
      for (const part of leavesOfJson(leaf)) findings.take(part, roleOfLeaf(known, part, effect));
  }
  return applyPlan(findings.conclude(known, call, leaves), call);
}

/** A call outside of the plan counts as not asked for, and a read inside of it as asked for. */
function applyPlan(collected: CollectedFacts, { tool, plan: made }: CallToJudge): CollectedFacts {
  const { facts, sources } = collected;
  const { effect } = facts;
  const plan = fitOf(made, tool, { effect, sources });
  if (plan === 'none') return collected;
  const isRead = effect === 'read';
  const intent =
    plan === 'outside' && !isRead ? 'none' : plan === 'inside' && isRead ? 'asked' : facts.intent;
  return { ...collected, facts: { ...facts, plan, intent } };
}

class Findings {
  readonly #history: RunHistory;
  readonly #effect: Effect;
  readonly #worst = new Map<ControlRole, ValueOrigin>();
  readonly #sources: ValueSource[] = [];
  #namesTarget = false;
  #namesRecord = false;
  #hasUntrusted = false;
  #isRequested = false;
  readonly #destinations: string[] = [];
  readonly #listed = { recipient: new Array<string>(), url: new Array<string>() };
  #isOversized = false;
  #amount: number | undefined;
  #isFileUnnamed = false;
  #isChosenBySender = false;
  #isFromResult = false;
  #isFromProse = false;
  #isAnotherNamed = false;
  #isAnotherAmount = false;
  readonly #user: Principal;
  readonly #scan: ControlScan;
  readonly #content: ContentScan;
  readonly #authority: CustomerAuthority | undefined;

  constructor(history: RunHistory, effect: Effect, user: Principal) {
    this.#history = history;
    this.#effect = effect;
    this.#user = user;
    this.#scan = new ControlScan(history.user);
    this.#content = new ContentScan(history, effect);
    this.#authority = user === 'customer' ? new CustomerAuthority(history, effect) : undefined;
  }

  take(leaf: Leaf, role: ArgumentRole): void {
    if (role === 'option') return;
    if (role === 'content') {
      this.#content.take(String(leaf.value), leaf.name);
      // A patch changes the files that its headers name.
      if (this.#effect !== 'read')
        for (const file of patchedPaths(String(leaf.value)).slice(0, MAX_PARTS))
          this.#control(leaf.path, file, 'path');
    } else {
      this.#content.takeControl(String(leaf.value), leaf.name);
      const parts = partsOf(leaf.value, role);
      this.#isOversized ||= parts.length > MAX_PARTS;
      for (const value of parts.slice(0, MAX_PARTS)) this.#control(leaf.path, value, role);
    }
  }

  conclude(
    known: KnownTool,
    { tool, args, counters }: CallToJudge,
    leaves: readonly Leaf[] | undefined,
  ): CollectedFacts {
    const history = this.#history;
    const { user } = history;
    const effect = this.#effect;
    // A user who delegates the tasks of a letter does not delegate its hidden instructions to the model.
    const isDelegating = user.isDelegating && !history.results.isAlarming;
    const worded = compareWording(known.wording, effect, user, effect !== known.manifest.effect);
    const origin = (role: ControlRole) => this.#worst.get(role) ?? 'absent';
    const intent = judgeIntent(worded, effect, {
      namesTarget: this.#namesTarget,
      namesRecord: this.#namesRecord,
      hasUntrusted: this.#hasUntrusted,
      namesCommand: this.#worst.get('command') === 'user',
      isDelegating,
    });
    const isHundredth = this.#amount !== undefined && isWithoutSubunit(leaves ?? [], user, this.#user);
    const amount = this.#amount === undefined ? undefined : this.#amount / (isHundredth ? 100 : 1);
    const facts: KnownFacts = {
      effect,
      user: this.#user,
      unauthorized: this.#authority?.isMissing ?? false,
      mixed_records: this.#authority?.isMixed ?? false,
      guess: !known.manifest.confirmed,
      vague: !known.manifest.confirmed && known.wording.isVague,
      sensitive: known.manifest.sensitive,
      intent,
      uninvited:
        history.hasRead &&
        ((intent === 'none' && (user.asksOnlyToRead || this.#isFromResult)) ||
          (intent === 'partial' && this.#isFromProse)),
      has_read: history.hasRead,
      delegated: isDelegating,
      plan: 'none',
      requested_by_content: this.#isRequested || this.#content.isRequested,
      other_named: this.#isAnotherNamed,
      other_amount: this.#isAnotherAmount,
      recipient: origin('recipient'),
      account: origin('account'),
      url: origin('url'),
      path: origin('path'),
      command: origin('command'),
      amount: origin('amount'),
      credential: origin('credential'),
      target: origin('target'),
      secret: this.#content.secret || this.#scan.secret,
      private_data: this.#content.privateData,
      content_link: this.#content.link,
      active_content: this.#content.active,
      unnamed_file: this.#isFileUnnamed,
      chosen_by_sender: this.#isChosenBySender,
      carries_data: effect === 'read' && carriesData(known, leaves ?? [], history),
      widens: effect !== 'read' && widensAccess(args, user),
      persists:
        effect !== 'read' && persistsUnasked({ words: splitWords(tool.name), leaves: leaves ?? [] }, user),
      traversal: this.#scan.traversal,
      internal_host: this.#scan.internalHost,
      lookalike: this.#scan.lookalike,
      hidden_text: this.#scan.hiddenText,
      oversized: leaves === undefined || this.#isOversized,
      writes: effect === 'read' ? 0 : counters.writes,
      spend: effect === 'spend' ? counters.spend + (amount ?? 0) : 0,
      refusals: counters.consecutive_refusals,
    };
    return {
      facts,
      marks: history.marks,
      sources: this.#sources,
      listed: this.#listed,
      destination: destinationOf(this.#destinations),
      amount: effect === 'spend' ? amount : undefined,
    };
  }

  #control(path: string, value: string | number, role: ControlRole): void {
    const text = String(value);
    // Addresses and ids are never this long, but a command may be a whole program.
    const isTooLong = text.length > MAX_CONTROL_CHARACTERS && role !== 'command';
    this.#isOversized ||= isTooLong;
    if (role === 'recipient' || role === 'url') this.#listed[role].push(text);
    const traced: TracedValue = isTooLong ? { origin: 'model' } : this.#trace(value, role);
    const worst = this.#worst.get(role);
    if (worst === undefined || VALUE_ORIGINS.indexOf(traced.origin) > VALUE_ORIGINS.indexOf(worst))
      this.#worst.set(role, traced.origin);
    if (traced.origin === 'prose' || traced.origin === 'model') this.#hasUntrusted = true;
    if (role === 'path' && UNNAMED.has(traced.origin)) this.#isFileUnnamed ||= !this.#isNameMentioned(text);
    this.#isAnotherAmount ||=
      role === 'amount' && FOREIGN_AMOUNT.has(traced.origin) && this.#history.user.fixesAmounts;
    this.#isChosenBySender ||= traced.isChosenBySender === true && role !== 'amount';
    this.#isFromProse ||= traced.origin === 'prose';
    this.#isFromResult ||= traced.origin === 'prose' || traced.origin === 'field';
    const isNamed = traced.origin === 'user' || traced.origin === 'approved';
    if (isNamed && role !== 'amount' && text.length > 1) this.#namesTarget = true;
    this.#namesRecord ||= traced.origin === 'anchored' && (role === 'recipient' || role === 'target');
    if (traced.origin !== 'user' && traced.origin !== 'session' && traced.origin !== 'trusted')
      this.#isRequested ||= isRequestedByContent(this.#history, this.#effect, text, role);
    const { origin, tool, by } = this.#authority?.take(value, role, traced) ?? traced;
    if (this.#sources.length < 32) {
      const source = { path, role, value: shownValue(text, role), origin };
      this.#sources.push({ ...source, ...(tool === undefined ? {} : { tool }), ...(by ? { by } : {}) });
    }
    // An owner may name an internal host or a path outside of the folder; a customer may not.
    if (traced.origin !== 'user' || this.#user !== 'owner') this.#scan.take(text, role);
    else this.#scan.takeOwn(text);
    if (role === 'amount' && Number.isFinite(Number(value)))
      this.#amount = (this.#amount ?? 0) + Math.abs(Number(value));
    else if (DESTINATION_ROLES.has(role)) this.#destinations.push(text);
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
    this.#isAnotherNamed = true;
    return traced.origin === 'anchored' ? { ...traced, origin: 'field' } : traced;
  }

  #isNameMentioned(path: string): boolean {
    const words = splitWords(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)).map(
      stem,
    );
    return words.some((word) => isDistinctive(word) && this.#history.user.mentions(word));
  }
}

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
