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

const agent = { owner: 'Agent.prototype', find: (core: AgentsCore) => core.Agent.prototype };
const context = { owner: 'RunContext.prototype', find: (core: AgentsCore) => core.RunContext.prototype };
const state = { owner: 'RunState.prototype', find: (core: AgentsCore) => core.RunState.prototype };
const stateClass = { owner: 'RunState', find: (core: AgentsCore) => core.RunState };
const stream = {
  owner: 'StreamedRunResult.prototype',
  find: (core: AgentsCore) => core.StreamedRunResult.prototype,
};

/** Everything that is replaced in a copy of upstream's core. */
export const PATCHES: readonly Patch[] = [
  {
    ...agent,
    method: 'getMcpTools',
    why: 'record the server of each MCP tool',
    secondLine: 'the tools count as tools of the host, and the rules for unknown effects apply',
    wrap: recordMcpTools,
  },
  {
    ...agent,
    method: 'getAllTools',
    why: 'describe, authorize and gate the tools of an agent',
    secondLine:
      'the check at tool start refuses tools without a gate; the check of the request refuses tools of the provider',
    wrap: gateTools,
  },
  {
    ...agent,
    method: 'getEnabledHandoffs',
    why: 'gate the handoffs of an agent',
    secondLine: 'the check of the request refuses handoffs that were not listed',
    wrap: gateHandoffs,
  },
  {
    ...agent,
    method: 'asTool',
    why: 'gate an agent that is used as a tool',
    secondLine: 'getAllTools gates the tool when it is listed',
    wrap: gateAgentTool,
  },
  {
    ...context,
    method: 'isToolApproved',
    why: 'let only the gate approve function calls',
    secondLine: 'the check at tool start refuses calls that wait for a person',
    wrap: decideApprovals,
  },
  {
    ...context,
    method: '_resolveToolInvocationApproval',
    isPrivate: true,
    why: 'let only the gate approve calls of local and hosted tools',
    secondLine: 'the check at tool start refuses local tools; hosted MCP calls have none',
    wrap: decideInvocations,
  },
  {
    owner: 'EventEmitterDelegate.prototype',
    find: (core) => Object.getPrototypeOf(core.AgentHooks.prototype),
    method: 'emit',
    isPrivate: true,
    why: 'check every start of a tool, and record the end of computer calls',
    secondLine: 'executors of local tools refuse calls without this check; function tools have none',
    wrap: checkStarts,
  },
  {
    owner: 'Runner.prototype',
    find: (core) => core.Runner.prototype,
    method: 'run',
    why: 'give every loop a scope, gate its models and decide the calls of a resumed state',
    secondLine:
      'calls that no gated model returned were never decided, and the check at tool start refuses them',
    wrap: scopeRuns,
  },
  {
    ...stateClass,
    method: 'fromString',
    why: 'read states with gated tools and keep the claims in them',
    secondLine: 'a state without a claim is refused when it is resumed',
    wrap: readStates,
  },
  {
    ...stateClass,
    method: 'fromStringWithContext',
    why: 'read states with gated tools and keep the claims in them',
    secondLine: 'a state without a claim is refused when it is resumed',
    wrap: readStates,
  },
  {
    ...state,
    method: 'toJSON',
    why: 'seal serialized states',
    secondLine: 'a state without a seal is refused when it is resumed',
    wrap: sealStates,
  },
  {
    ...state,
    method: 'approve',
    why: 'record which approvals count for the rest of the run',
    secondLine: 'the call is approved once',
    wrap: keepStickyApprovals,
  },
  {
    ...stream,
    method: '_done',
    isPrivate: true,
    why: 'end a stream after its run is durable',
    secondLine: 'none: a client could see the end of a run that is not stored',
    wrap: delayStreamEnd,
  },
  {
    ...stream,
    method: '_raiseError',
    isPrivate: true,
    why: 'fail a stream after its run is durable',
    secondLine: 'none: a client could see the failure of a run that is not stored',
    wrap: delayStreamFailure,
  },
];

/** The only patch outside of upstream. It is installed once in the process. */
const EVENT_PATCH: Patch = {
  owner: 'EventEmitter.prototype of Node',
  find: () => EventEmitter.prototype,
  method: 'emit',
  why: 'reject copies of upstream without patches inside gated runs',
  secondLine: 'an agent of another copy is refused when a run or a handoff enters it',
  wrap: refuseOtherCopies,
};

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

/** Returns the object with the method, or undefined if upstream no longer exports its class. */
function ownerOf({ find }: Patch, core: AgentsCore): object | undefined {
  try {
    return find(core);
  } catch {
    return undefined;
  }
}
