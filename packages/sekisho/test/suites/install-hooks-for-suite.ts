import { createRequire } from 'node:module';
import { loadProfile, Run } from '@sekisho/engine';
import { ActiveRun, createEngineParts } from '@sekisho/engine/integration';
import { judge } from '@sekisho/engine/testing';
import { INTEGRATION } from '../../src/facade/create-runner.ts';
import { gateEveryRun } from '../../src/openai-agents/patch-runner.ts';
import { installPatches } from '../../src/openai-agents/patches.ts';
import { RunScope } from '../../src/openai-agents/run-scope.ts';
import { SuiteMediator } from './suite-mediator.ts';

/**
 * Puts every run of the Agents SDK in this process behind the gate, with a judge that allows everything and a store in
 * memory, in the ESM and the CommonJS copy of the SDK. Call it in the setup file of a test suite of the Agents SDK to
 * verify that the hooks change nothing. Call the returned function to remove the hooks.
 */
export function installHooksForSuite(): () => void {
  createRequire(import.meta.url)('@openai/agents-core');
  installPatches();
  const { context, lifecycle, ends } = createEngineParts(
    { safetyAgent: judge('allow'), store: 'memory', application: 'suite', auditMode: 'required' },
    INTEGRATION,
  );
  const profile = loadProfile('fast');
  gateEveryRun((input) => {
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
  });
  return () => gateEveryRun(undefined);
}
