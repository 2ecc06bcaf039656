import * as core from '@openai/agents-core';
import { createRequire } from 'node:module';
import { hookApprovals } from './hook-approvals.ts';
import { hookRunState } from './hook-run-state.ts';
import { hookRunner } from './hook-runner.ts';
import { hookStreamEnd } from './hook-stream-end.ts';
import { hookToolLists } from './hook-tool-lists.ts';
import { hookToolStart } from './hook-tool-start.ts';
import type { AgentsCore } from './upstream.ts';

/**
 * Puts the hooks into every copy of upstream's core that this process has loaded. They do nothing outside gated runs.
 * Called before each run, because a second copy (the CommonJS build) can be loaded at any time; an agent of a copy
 * without hooks is stopped by the tripwire of ours.
 */
export function installHooks(): void {
  hookCopy(core);
  const commonJs = loadedCommonJsCopy();
  if (commonJs) hookCopy(commonJs);
}

/** How many copies of upstream's core this process has loaded. */
export function upstreamCopies(): number {
  return loadedCommonJsCopy() ? 2 : 1;
}

const hooked = new WeakSet<object>();
const require = createRequire(import.meta.url);
let commonJsPath: string | undefined;

function hookCopy(copy: AgentsCore): void {
  if (hooked.has(copy.Agent)) return;
  hooked.add(copy.Agent);
  hookToolLists(copy);
  hookApprovals(copy);
  hookToolStart(copy);
  hookRunner(copy);
  hookRunState(copy);
  hookStreamEnd(copy);
}

function loadedCommonJsCopy(): AgentsCore | undefined {
  commonJsPath ??= require.resolve('@openai/agents-core');
  return require.cache[commonJsPath]?.exports;
}
