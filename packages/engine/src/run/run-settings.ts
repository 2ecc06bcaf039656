import type { EngineContext, RunSettings } from '../durable/engine-context.ts';
import type { AuditMode } from '../durable/ledger.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { RunRecord } from '../store/run-record.ts';
import type { StateStore } from '../store/state-store.ts';
import type { Principal } from '../wire/principal.ts';
import type { Continuation } from './continuation.ts';
import { newRunId } from './new-run-id.ts';
import { isStricterProfile, type PolicyResolver } from './policy-resolver.ts';

/** The options of a new run. */
interface NewRunOptions {
  readonly runId?: string | undefined;
  /** A stricter profile than that of the engine. */
  readonly policyProfile?: string | undefined;
  readonly user?: Principal | undefined;
  readonly requireHumanApproval?: boolean | undefined;
  readonly sessionData?: unknown;
  /** Who requested the run, such as a user id or an address. The console displays it. */
  readonly requester?: string | undefined;
  /** The text of the request. */
  readonly task?: string | undefined;
}

/** Returns the settings of a new run. */
export async function newRun(
  options: NewRunOptions,
  policies: PolicyResolver,
  context: EngineContext,
  agentName: string,
): Promise<RunSettings> {
  const runId = options.runId ?? newRunId(context.clock());
  await context.pacer.pause(runId);
  const { profile, version } = await planned('the run', () => policies.forRun(options.policyProfile));
  const { onDeny } = context.integration;
  return {
    runId,
    epoch: 1,
    segment: 0,
    profile,
    policyVersion: version,
    user: context.principals.of(agentName, options.user),
    requireHumanApproval: options.requireHumanApproval ?? false,
    auditMode: auditModeOf(context, profile.name),
    denials: onDeny === 'end-run' ? undefined : { max: onDeny.maxDenials, used: 0 },
    sessionData: options.sessionData,
    requester: options.requester,
    task: options.task,
  };
}

/** Returns the settings of a resumed run, with the current policy. */
export async function resumedRun(
  run: Pick<RunRecord, 'run_id' | 'epoch'>,
  segment: number,
  continuation: Continuation,
  policies: PolicyResolver,
  context: EngineContext,
): Promise<RunSettings> {
  await context.pacer.pause(run.run_id);
  const { profile, version } = await planned('the run', () => policies.forRun(continuation.profile));
  return {
    runId: run.run_id,
    epoch: run.epoch + 1,
    segment,
    profile,
    policyVersion: version,
    user: context.principals.of(undefined, continuation.user),
    requireHumanApproval: continuation.requireHumanApproval,
    auditMode: auditModeOf(context, profile.name),
    denials: continuation.denials,
    counters: continuation.counters,
    marks: continuation.marks,
    sessionData: continuation.sessionData,
    plan: continuation.plan,
  };
}

/** What a request for an existing run may tighten. */
export type RunStrictness = Pick<NewRunOptions, 'policyProfile' | 'user' | 'requireHumanApproval'>;

/** Returns whether a run is as strict as a request for it. */
export function isAsStrict(settings: RunSettings, request: RunStrictness): boolean {
  const { policyProfile, user, requireHumanApproval = false } = request;
  if (user === 'customer' && settings.user !== 'customer') return false;
  if (requireHumanApproval && !settings.requireHumanApproval) return false;
  return policyProfile === undefined || !isStricterProfile(policyProfile, settings.profile.name);
}

/** Returns an open run, or throws: its calls are decided with its settings, and those must not be weaker than a request for it. */
export function asStrict<Open extends { readonly id: string; readonly settings: RunSettings }>(
  run: Open,
  request: RunStrictness,
): Open {
  if (isAsStrict(run.settings, request)) return run;
  throw new SekishoError(
    'AGENTS-E-RUN-CONFLICT',
    `Run ${run.id} is open with a weaker profile, without requireHumanApproval, or with another user. Close it first.`,
  );
}

/**
 * Returns the settings of an existing run with what a request for it tightens. A request loosens nothing. What the host knows about
 * the user now replaces what it knew before.
 */
export async function tightenedRun(
  existing: RunSettings,
  request: RunStrictness & Pick<NewRunOptions, 'sessionData'>,
  policies: PolicyResolver,
  context: EngineContext,
): Promise<RunSettings> {
  const { policyProfile, user, requireHumanApproval, sessionData = existing.sessionData } = request;
  const settings = { ...existing, sessionData };
  if (isAsStrict(settings, request)) return settings;
  const isStricter = policyProfile !== undefined && isStricterProfile(policyProfile, settings.profile.name);
  const { profile, version } = isStricter
    ? await planned('the run', () => policies.forRun(policyProfile))
    : { profile: settings.profile, version: settings.policyVersion };
  return {
    ...settings,
    profile,
    policyVersion: version,
    user: user === 'customer' ? user : settings.user,
    requireHumanApproval: settings.requireHumanApproval || requireHumanApproval === true,
    auditMode: auditModeOf(context, profile.name),
  };
}

/** Counts the denials before a crash from the audit log, because the counter of the process is lost. */
export async function withEarlierDenials(
  settings: RunSettings,
  store: Pick<StateStore, 'queryLogs'>,
): Promise<RunSettings> {
  const { runId, denials } = settings;
  if (denials === undefined) return settings;
  const decisions = await store.queryLogs({ runId, event: 'gate.decision', limit: 10_000 });
  const denied = decisions.filter(({ decision }) => decision === 'deny');
  // The log lists the newest first, and the first denial of a call counts.
  const calls = new Map(denied.map(({ tool_call_id: key, timestamp }) => [key, Date.parse(timestamp)]));
  return { ...settings, denials: { ...denials, calls } };
}

/**
 * Plans a run or a turn. An exception of a policy store, a state store or another part of the host becomes AGENTS-E-RUNNER
 * with the cause; errors of this package are unchanged.
 */
export async function planned<T>(what: string, plan: () => Promise<T>): Promise<T> {
  try {
    return await plan();
  } catch (cause) {
    if (cause instanceof SekishoError) throw cause;
    throw new SekishoError(
      'AGENTS-E-RUNNER',
      `The runner could not plan ${what}, so nothing of it was executed. See the cause of this error.`,
      { cause },
    );
  }
}

/**
 * Returns whether a run waits for its records. The strict profile does for every call; the others let a declared read
 * continue while its record is being written.
 */
const auditModeOf = (context: Pick<EngineContext, 'auditMode'>, profile: string): AuditMode =>
  context.auditMode ?? (profile === 'strict' ? 'required' : 'best_effort');
