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
import { refuseOtherCopies } from './refuse-other-copies.ts';
import type { AgentsCore } from './upstream.ts';

/**
 * Installs the hooks in both builds (ESM and CommonJS) of the Agents SDK that this package depends on. Other copies are
 * refused inside gated runs; outside of them, nothing changes. Called before each run, because the CommonJS build can be
 * loaded at any time.
 */
export function installHooks(): void {
  hookCopy(core);
  const commonJs = loadedCommonJsCopy();
  if (commonJs) hookCopy(commonJs);
  refuseOtherCopies();
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

/** Whether the CommonJS build is loaded beside the ESM build, so that the process has two of each class. */
export function hasBothBuilds(): boolean {
  return loadedCommonJsCopy() !== undefined;
}

const require = createRequire(import.meta.url);
let commonJsPath: string | undefined;

function loadedCommonJsCopy(): AgentsCore | undefined {
  commonJsPath ??= require.resolve('@openai/agents-core');
  return require.cache[commonJsPath]?.exports;
}
