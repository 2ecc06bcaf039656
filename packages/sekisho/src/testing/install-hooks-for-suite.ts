import { randomBytes, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { ApprovalController, loadProfile, MemoryStateStore, SafetyGate } from '@sekisho/engine';
import { Authority, DEFAULTS, Keyring, ManifestRegistry } from '@sekisho/engine/integration';
import { judge } from '@sekisho/engine/testing';
import { Ledger } from '../runner/ledger.ts';
import { Principals } from '../runner/principals.ts';
import { RunLifecycle } from '../runner/run-lifecycle.ts';
import type { RunSettings, SessionSettings } from '../runner/session-settings.ts';
import { gateEveryRun } from '../sdk/hook-runner.ts';
import { installHooks } from '../sdk/install-hooks.ts';
import { RunScope } from '../sdk/run-scope.ts';
import { SuiteMediator } from './suite-mediator.ts';

/**
 * Puts every run of the Agents SDK in this process behind the gate, with a judge that allows everything and a store in
 * memory, in the ESM and the CommonJS copy of the SDK. Call it in the setup file of a test suite of the Agents SDK to
 * verify that the hooks change nothing. Call the returned function to remove the hooks.
 */
export function installHooksForSuite(): () => void {
  createRequire(import.meta.url)('@openai/agents-core');
  installHooks();
  const settings = suiteSettings();
  const lifecycle = new RunLifecycle(settings, { owner: 'suite', leaseMs: DEFAULTS.leaseMs });
  const profile = loadProfile('fast');
  gateEveryRun((input) => {
    const run: RunSettings = {
      runId: `run_${randomUUID()}`,
      epoch: 1,
      segment: 0,
      profile,
      policyVersion: 'suite',
      user: 'owner',
      requireHumanApproval: false,
      auditMode: 'required',
    };
    return new RunScope(new SuiteMediator(settings, lifecycle, run, input), '');
  });
  return () => gateEveryRun(undefined);
}

function suiteSettings(): SessionSettings {
  const keyring = new Keyring(randomBytes(32));
  const store = new MemoryStateStore({ clock: Date.now, link: keyring.link });
  const authority = new Authority({ store, keyring, clock: Date.now });
  const tokenTtlMs = DEFAULTS.resumeTokenTtlSec * 1000;
  return {
    store,
    keyring,
    authority,
    approvals: new ApprovalController(store, { clock: Date.now, tokenTtlMs, keyring, authority }),
    clock: Date.now,
    application: 'suite',
    ledger: new Ledger(store, keyring, { checkpointEvery: DEFAULTS.checkpointEvery, clock: Date.now }),
    gate: new SafetyGate(judge('allow')),
    approvalTtlMs: DEFAULTS.approvalTtlSec * 1000,
    maxArgumentBytes: DEFAULTS.maxArgumentBytes,
    isInScope: () => true,
    manifestRegistry: new ManifestRegistry(),
    principals: new Principals({}),
    withManifest: (tool) => tool,
  };
}
