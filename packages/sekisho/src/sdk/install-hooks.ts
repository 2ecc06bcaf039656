import * as core from '@openai/agents-core';
import { createRequire } from 'node:module';
import { approvalHooks } from './hook-approvals.ts';
import { runStateHooks } from './hook-run-state.ts';
import { runnerHooks } from './hook-runner.ts';
import { streamEndHooks } from './hook-stream-end.ts';
import { toolListHooks } from './hook-tool-lists.ts';
import { toolStartHooks } from './hook-tool-start.ts';
import { isHooked, rememberHooked } from './hooked-copies.ts';
import { installMethodHooks } from './method-hook.ts';
import type { AgentsCore } from './upstream.ts';

/**
 * Installs the hooks in both builds (ESM and CommonJS) of the Agents SDK that this package depends on. They do nothing
 * outside gated runs. Called before each run, because the CommonJS build can be loaded at any time.
 */
export function installHooks(): void {
  hookCopy(core);
  const commonJs = loadedCommonJsCopy();
  if (commonJs) hookCopy(commonJs);
}

/** Installs all hooks in one copy. If one of them does not fit, none is installed and every call throws the same error. */
export function hookCopy(copy: AgentsCore): void {
  if (isHooked(copy)) return;
  installMethodHooks([
    ...toolListHooks(copy),
    ...approvalHooks(copy),
    ...toolStartHooks(copy),
    ...runnerHooks(copy),
    ...runStateHooks(copy),
    ...streamEndHooks(copy),
  ]);
  rememberHooked(copy);
}

/** How many copies of upstream's core this process has loaded. */
export function upstreamCopies(): number {
  return loadedCommonJsCopy() ? 2 : 1;
}

const require = createRequire(import.meta.url);
let commonJsPath: string | undefined;

function loadedCommonJsCopy(): AgentsCore | undefined {
  commonJsPath ??= require.resolve('@openai/agents-core');
  return require.cache[commonJsPath]?.exports;
}
