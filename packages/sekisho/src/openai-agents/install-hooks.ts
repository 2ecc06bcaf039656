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
 * rejected inside gated runs. Ungated runs are unchanged. The runner calls it before each run, because a program can load
 * the CommonJS build at any time.
 */
export function installHooks(): void {
  hookCopy(core);
  const commonJs = loadedCommonJsCopy();
  if (commonJs) hookCopy(commonJs);
  refuseOtherCopies();
}

/** Installs all hooks in one copy. If one of them does not match, it installs none and throws, also at later calls. */
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
