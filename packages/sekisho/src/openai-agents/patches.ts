import * as upstreamCore from '@openai/agents-core';
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { SekishoError } from '@sekisho/engine';
import { patchedCopies, refuseOtherCopies } from './other-copies.ts';
import { gateAgentTool, gateHandoffs, gateTools, recordMcpTools } from './patch-agent.ts';
import { keepStickyApprovals, readStates, sealStates } from './patch-run-state.ts';
import { delayStreamEnd, delayStreamFailure, scopeRuns } from './patch-runner.ts';
import { checkStarts, decideApprovals, decideInvocations } from './patch-tool-start.ts';
import { isCallable } from './read-value.ts';
import type { AgentsCore } from './upstream.ts';

/** One method of upstream that is replaced. If upstream lacks it, no run starts. */
export interface Patch {
  readonly owner: string;
  readonly find: (core: AgentsCore) => object;
  readonly method: string;
  /** Whether upstream does not document the method, so that any version may change it. */
  readonly isPrivate?: true;
  readonly why: string;
  /** What stops a call that is not decided if upstream no longer calls the method. */
  readonly secondLine: string;
  readonly wrap: (original: CallableFunction, core: AgentsCore) => CallableFunction;
}

/** The versions of upstream with which the tests of this table and upstream's own suite were run. */
export const TESTED_VERSIONS: readonly string[] = ['0.20.0'];

type Row = Pick<Patch, 'why' | 'secondLine' | 'isPrivate'>;

/** Returns a function that creates the rows of one object. */
const rowsOf =
  (owner: string, find: Patch['find']) =>
  (method: string, wrap: Patch['wrap'], row: Row): Patch => ({ owner, find, method, wrap, ...row });

const agent = rowsOf('Agent.prototype', (core) => core.Agent.prototype);
const context = rowsOf('RunContext.prototype', (core) => core.RunContext.prototype);
const emitter = rowsOf('EventEmitterDelegate.prototype', (core) =>
  Object.getPrototypeOf(core.AgentHooks.prototype),
);
const runner = rowsOf('Runner.prototype', (core) => core.Runner.prototype);
const stateClass = rowsOf('RunState', (core) => core.RunState);
const state = rowsOf('RunState.prototype', (core) => core.RunState.prototype);
const stream = rowsOf('StreamedRunResult.prototype', (core) => core.StreamedRunResult.prototype);
const events = rowsOf('EventEmitter.prototype of Node', () => EventEmitter.prototype);

/** Everything that is replaced in a copy of upstream's core. */
export const PATCHES: readonly Patch[] = [
  agent('getMcpTools', recordMcpTools, {
    why: 'record the server of each MCP tool',
    secondLine: 'the tools count as tools of the host, and the rules for unknown effects apply',
  }),
  agent('getAllTools', gateTools, {
    why: 'describe, authorize and gate the tools of an agent',
    secondLine:
      'the check at tool start refuses tools without a gate; the check of the request refuses tools of the provider',
  }),
  agent('getEnabledHandoffs', gateHandoffs, {
    why: 'gate the handoffs of an agent',
    secondLine: 'the check of the request refuses handoffs that were not listed',
  }),
  agent('asTool', gateAgentTool, {
    why: 'gate an agent that is used as a tool',
    secondLine: 'getAllTools gates the tool when it is listed',
  }),
  context('isToolApproved', decideApprovals, {
    why: 'let only the gate approve function calls',
    secondLine: 'the check at tool start refuses calls that wait for a person',
  }),
  context('_resolveToolInvocationApproval', decideInvocations, {
    isPrivate: true,
    why: 'let only the gate approve calls of local and hosted tools',
    secondLine: 'the check at tool start refuses local tools; hosted MCP calls have none',
  }),
  emitter('emit', checkStarts, {
    isPrivate: true,
    why: 'check every start of a tool, and record the end of computer calls',
    secondLine:
      'executors of local tools and tools of our tool() refuse to run; other function tools have none',
  }),
  runner('run', scopeRuns, {
    why: 'give every loop a scope, gate its models and decide the calls of a resumed state',
    secondLine:
      'calls that no gated model returned were never decided, and the check at tool start refuses them',
  }),
  stateClass('fromString', readStates, {
    why: 'read states with gated tools and keep the claims in them',
    secondLine: 'a state without a claim is refused when it is resumed',
  }),
  stateClass('fromStringWithContext', readStates, {
    why: 'read states with gated tools and keep the claims in them',
    secondLine: 'a state without a claim is refused when it is resumed',
  }),
  state('toJSON', sealStates, {
    why: 'seal serialized states',
    secondLine: 'a state without a seal is refused when it is resumed',
  }),
  state('approve', keepStickyApprovals, {
    why: 'record which approvals count for the rest of the run',
    secondLine: 'the call is approved once',
  }),
  stream('_done', delayStreamEnd, {
    isPrivate: true,
    why: 'end a stream after its run is durable',
    secondLine: 'none: a client could see the end of a run that is not stored',
  }),
  stream('_raiseError', delayStreamFailure, {
    isPrivate: true,
    why: 'fail a stream after its run is durable',
    secondLine: 'none: a client could see the failure of a run that is not stored',
  }),
];

/** The only patch outside of upstream. It is installed once in the process. */
const EVENT_PATCH = events('emit', refuseOtherCopies, {
  why: 'reject copies of upstream without patches inside gated runs',
  secondLine: 'an agent of another copy is refused when a run or a handoff enters it',
});

/**
 * Installs the patches in both builds (ESM and CommonJS) of the Agents SDK that this package depends on. Other copies are
 * rejected inside gated runs. Ungated runs are unchanged. The runner calls it before each run, because a program can load
 * the CommonJS build at any time.
 */
export function installPatches(): void {
  patchCopy(upstreamCore);
  const commonJs = loadedCommonJsCopy();
  if (commonJs) patchCopy(commonJs);
  installOnce(EventEmitter, [EVENT_PATCH], upstreamCore);
}

/** Installs all patches in one copy. If one of them does not match, it installs none and throws, also at later calls. */
export function patchCopy(copy: AgentsCore): void {
  if (patchedCopies.has(copy)) return;
  installOnce(copy, PATCHES, copy);
  patchedCopies.add(copy);
}

/** Returns whether the CommonJS build is loaded beside the ESM build, so that each class exists twice in the process. */
export function hasBothBuilds(): boolean {
  return loadedCommonJsCopy() !== undefined;
}

const require = createRequire(import.meta.url);
let commonJsPath: string | undefined;

function loadedCommonJsCopy(): AgentsCore | undefined {
  commonJsPath ??= require.resolve('@openai/agents-core');
  return require.cache[commonJsPath]?.exports;
}

/** The result of each installation. A failure is thrown again for every run, because some methods may be replaced. */
const installations = new WeakMap<object, { readonly failure?: unknown }>();

/** Checks every method before the first one is replaced. */
function installOnce(target: object, patches: readonly Patch[], core: AgentsCore): void {
  const known = installations.get(target);
  if (known && 'failure' in known) throw known.failure;
  if (known) return;
  try {
    const checked = patches.map((patch) => ({ patch, ...checkPatch(patch, core) }));
    for (const { patch, owner, descriptor, value } of checked)
      Object.defineProperty(owner, patch.method, { ...descriptor, value });
    installations.set(target, {});
  } catch (failure) {
    installations.set(target, { failure });
    throw failure;
  }
}

function checkPatch(patch: Patch, core: AgentsCore) {
  const owner = ownerOf(patch, core);
  const descriptor = owner && Object.getOwnPropertyDescriptor(owner, patch.method);
  const original: unknown = descriptor?.value;
  if (owner && descriptor?.configurable === true && isCallable(original))
    return { owner, descriptor, value: patch.wrap(original, core) };
  throw new SekishoError(
    'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
    `This version of @openai/agents-core has no replaceable method "${patch.method}" of ${patch.owner}, which is needed to ${patch.why}. No run can start. Install version ${TESTED_VERSIONS.join(' or ')}.`,
  );
}

function ownerOf({ find }: Patch, core: AgentsCore): object | undefined {
  try {
    return find(core);
  } catch {
    return undefined;
  }
}
