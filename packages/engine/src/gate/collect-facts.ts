import type { KnownFacts, LateFacts, RunCounters } from '../policy/call-facts.ts';
import type { Principal } from '../wire/principal.ts';
import type { ControlRole, Effect } from '../wire/tool-manifest.ts';
import type { ListedValues } from './allow-lists.ts';
import type { ValueSource } from './call-judgement.ts';
import { carriesData } from './carries-data.ts';
import { destinationOf } from './destination-of.ts';
import { commandOf, effectOfAction } from './effect-of-action.ts';
import { compareWording, judgeIntent } from './intent/judge-intent.ts';
import type { DescribedTool, KnownTool } from './manifest/manifest-registry.ts';
import { splitWords } from './manifest/split-words.ts';
import { persistsUnasked } from './persists-unasked.ts';
import { fitOf, type TaskPlan } from './plan/task-plan.ts';
import { type Leaf, leavesOf, leavesOfJson } from './provenance/leaves-of.ts';
import { normalizeValue } from './provenance/normalize-text.ts';
import type { RunHistory } from './provenance/run-history.ts';
import { roleOfLeaf } from './role-of-leaf.ts';
import { ValueFindings } from './value-findings.ts';
import { widensAccess } from './widens-access.ts';
import { isWithoutSubunit } from './without-subunit.ts';

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

/**
 * Collects the facts about one call: its effect, the origin of each control value, the user's intent and the results of
 * a scan.
 */
export function collectFacts(call: CallToJudge): CollectedFacts {
  const { history, args } = call;
  const known = history.manifests.lookUp(call.tool);
  const effect = effectOfAction(known, args, history.folder);
  const values = leavesOf(args, MAX_LEAVES);
  const files = effect === known.manifest.effect ? [] : (commandOf(known, args, history.folder)?.files ?? []);
  const changed = files.map((value): Leaf => ({ path: 'command', name: 'command', value }));
  const found = new ValueFindings(history, effect, call.user ?? 'owner');
  const isListed = (value: string) =>
    history.results.fieldsOf(normalizeValue(value)).some(({ place }) => place === 'field');
  for (const leaf of values ?? []) {
    const parts = effect === 'read' ? [] : leavesOfJson(leaf);
    for (const part of [leaf, ...parts]) found.take(part, roleOfLeaf(known, part, { effect, isListed }));
  }
  for (const file of changed) found.take(file, 'path');
  if (known.wording.isPageAction) found.takePage(history.openLink);
  const read: ReadCall = { call, known, effect, found, leaves: [...(values ?? []), ...changed] };
  const amount = amountOf(read);
  return applyPlan(
    {
      facts: factsOf(read, amount, values === undefined || found.isOversized),
      marks: history.marks,
      sources: found.sources,
      listed: found.listed,
      destination: destinationOf(found.destinations),
      amount: effect === 'spend' ? amount : undefined,
    },
    call,
  );
}

/** A call whose values were read. */
interface ReadCall {
  readonly call: CallToJudge;
  readonly known: KnownTool;
  readonly effect: Effect;
  readonly found: ValueFindings;
  readonly leaves: readonly Leaf[];
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

function factsOf(read: ReadCall, amount: number | undefined, oversized: boolean): KnownFacts {
  const { call, known, effect, found } = read;
  const { history, counters } = call;
  const { scan, content } = found;
  // A user who delegates the tasks of a letter does not delegate its hidden instructions to the model.
  const isDelegating = history.user.isDelegating && !history.results.isAlarming;
  const intent = intentOf(read, isDelegating);
  const isGuess = !known.manifest.confirmed;
  return {
    ...originsOf(found),
    ...dangersOf(read),
    effect,
    user: call.user ?? 'owner',
    unauthorized: found.authority?.isMissing ?? false,
    mixed_records: found.authority?.isMixed ?? false,
    guess: isGuess,
    vague: isGuess && known.wording.isVague,
    sensitive: known.manifest.sensitive,
    intent,
    uninvited: history.hasRead && isUninvited(intent, read),
    has_read: history.hasRead,
    delegated: isDelegating,
    plan: 'none',
    requested_by_content: found.isRequested || content.isRequested,
    other_named: found.isAnotherNamed,
    other_amount: found.isAnotherAmount,
    secret: content.secret || scan.secret,
    private_data: content.privateData,
    content_link: content.link,
    active_content: content.active,
    unnamed_file: found.isFileUnnamed,
    chosen_by_sender: found.isChosenBySender,
    traversal: scan.traversal,
    internal_host: scan.internalHost,
    lookalike: scan.lookalike,
    hidden_text: scan.hiddenText,
    oversized,
    writes: effect === 'read' ? 0 : counters.writes,
    spend: effect === 'spend' ? counters.spend + (amount ?? 0) : 0,
    refusals: counters.consecutive_refusals,
  };
}

function originsOf({ worst }: ValueFindings): Pick<KnownFacts, ControlRole> {
  const origin = (role: ControlRole) => worst.get(role) ?? 'absent';
  return {
    recipient: origin('recipient'),
    account: origin('account'),
    url: origin('url'),
    path: origin('path'),
    command: origin('command'),
    amount: origin('amount'),
    credential: origin('credential'),
    target: origin('target'),
  };
}

/** The dangers that depend on all arguments together. */
function dangersOf({ call, known, effect, leaves }: ReadCall) {
  const { tool, args, history } = call;
  const isRead = effect === 'read';
  return {
    carries_data: isRead && carriesData(known, leaves, history),
    widens: !isRead && widensAccess(args, history.user),
    persists: !isRead && persistsUnasked({ words: splitWords(tool.name), leaves }, history.user),
  };
}

function intentOf({ call, known, effect, found, leaves }: ReadCall, isDelegating: boolean) {
  const isRaised = effect !== known.manifest.effect;
  // A command that was classified is about files, whatever the tool that runs it is called.
  const isCommand = isRaised && known.manifest.effect === 'execute';
  const wording = isCommand ? { ...known.wording, nouns: ['file'] } : known.wording;
  const { worst } = found;
  return judgeIntent(compareWording(wording, effect, call.history.user, isRaised), effect, {
    namesTarget: found.namesTarget,
    namesRecord: found.namesRecord,
    hasUntrusted: found.hasUntrusted,
    namesCommand: worst.get('command') === 'user',
    isDelegating,
    hasNoControl: worst.size === 0 && (leaves.length > 0 || known.wording.effect === 'read'),
    namesAll: [...worst.values()].every((origin) => origin === 'user' || origin === 'approved'),
  });
}

function isUninvited(intent: KnownFacts['intent'], { call, found }: ReadCall): boolean {
  if (intent === 'none') return call.history.user.asksOnlyToRead || found.isFromResult;
  return intent === 'partial' && found.isFromProse;
}

function amountOf({ call, found, leaves }: ReadCall): number | undefined {
  const { amount } = found;
  if (amount === undefined) return undefined;
  return isWithoutSubunit(leaves, call.history.user, call.user ?? 'owner') ? amount / 100 : amount;
}
