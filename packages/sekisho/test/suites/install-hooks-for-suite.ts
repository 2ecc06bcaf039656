import * as upstreamCore from '@openai/agents-core';
import { createRequire } from 'node:module';
import { loadProfile, Run } from '@sekisho/engine';
import { ActiveRun, createEngineParts } from '@sekisho/engine/integration';
import { judge } from '@sekisho/engine/testing';
import { INTEGRATION } from '../../src/facade/create-runner.ts';
import { ReadOnlyMediator } from '../../src/openai-agents/patch-run-state.ts';
import { installPatches } from '../../src/openai-agents/patches.ts';
import { ambientScope, RunScope } from '../../src/openai-agents/run-scope.ts';
import { showOriginals, type StateWithTurn } from '../../src/openai-agents/state-turn.ts';
import type { AgentsCore } from '../../src/openai-agents/upstream.ts';
import { untyped } from '../programs/mediation-fixtures.ts';
import { SuiteMediator } from './suite-mediator.ts';

/**
 * Puts every run of the Agents SDK in this process behind the gate, with a judge that allows everything and a store in
 * memory, in the ESM and the CommonJS copy of the SDK. Call it in the setup file of a test suite of the Agents SDK to
 * verify that the hooks change nothing. Call the returned function to remove the hooks.
 */
export function installHooksForSuite(): () => void {
  const commonJs: AgentsCore = createRequire(import.meta.url)('@openai/agents-core');
  installPatches();
  const { context, lifecycle, ends } = createEngineParts(
    { safetyAgent: judge('allow'), store: 'memory', application: 'suite', auditMode: 'required' },
    INTEGRATION,
  );
  const profile = loadProfile('fast');
  const createScope = (input: unknown) => {
    const settings = {
      runId: `run_${crypto.randomUUID()}`,
      epoch: 1,
      segment: 0,
      profile,
      policyVersion: 'suite',
      user: 'owner',
      requireHumanApproval: false,
      auditMode: 'required',
    } as const;
    const recovered = { steps: [], effects: [], approvals: [] };
    const run = new Run(new ActiveRun(context, settings, recovered), ends);
    const continuation = { v: 1, kind: 'input', text: '', profile: 'fast', maxTurns: null } as const;
    const opening = lifecycle.opening(settings, 'suite', { ...continuation, requireHumanApproval: false });
    const opened = run.open(opening, { wait: true });
    return new RunScope(new SuiteMediator(run, context, opened, input), '');
  };
  const restore = [upstreamCore, commonJs].flatMap(({ Runner, RunState: State }) => [
    replace(
      Runner.prototype,
      'run',
      (run) =>
        (...args) =>
          inScope(() => createScope(args[1]), run, args),
    ),
    replace(State, 'fromString', readGated),
    replace(State, 'fromStringWithContext', readGated),
  ]);
  return () => restore.forEach((undo) => undo());
}

type Method = (...args: unknown[]) => unknown;

/** Replaces a method over the patches. Returns a function that puts it back. */
function replace(owner: object, name: string, wrap: (original: Method) => Method): () => void {
  const original: Method = Reflect.get(owner, name);
  const put = (value: CallableFunction) =>
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  put(function wrapped(this: unknown, ...args: unknown[]) {
    return wrap((...given) => Reflect.apply(original, this, given))(...args);
  });
  return () => put(original);
}

/** Calls a method in a new scope, unless it is called inside a gated run. */
function inScope(create: () => RunScope, method: Method, args: unknown[]): unknown {
  return ambientScope.getStore() ? method(...args) : ambientScope.run(create(), () => method(...args));
}

/** Reads states without a seal with gated tools, too. */
const readGated =
  (read: Method) =>
  async (...args: unknown[]) => {
    const state: StateWithTurn = untyped(
      await inScope(() => new RunScope(new ReadOnlyMediator(), 'r1'), read, args),
    );
    showOriginals(state);
    return state;
  };
