import type { OptionNames } from '@sekisho/engine/integration';
import type { RunConfig } from './upstream.ts';

/** The settings of upstream's runner. The compiler compares them with upstream's type. */
export const RUN_CONFIG_NAMES: OptionNames<RunConfig> = {
  model: true,
  modelProvider: true,
  modelSettings: true,
  handoffInputFilter: true,
  inputGuardrails: true,
  outputGuardrails: true,
  tracingDisabled: true,
  traceIncludeSensitiveData: true,
  workflowName: true,
  traceId: true,
  groupId: true,
  traceMetadata: true,
  tracing: true,
  sandbox: true,
  toolExecution: true,
  toolNotFoundBehavior: true,
  toolNameCollisionPolicy: true,
  sessionInputCallback: true,
  callModelInputFilter: true,
  toolErrorFormatter: true,
  outputGuardrailBlockedMessage: true,
  reasoningItemIdPolicy: true,
};
