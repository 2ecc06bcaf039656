import { type Secrets, SekishoError } from '@sekisho/engine';
import { type OptionNames, requireKnownOptions } from '@sekisho/engine/integration';
import type { RunConfig } from '../openai-agents/upstream.ts';
import type { AgentRunnerOptions } from './create-runner.ts';

/** Throws AGENTS-E-RUNNER-CONFIG for unknown options and for options of the wrong type. */
export function checkRunnerOptions(options: AgentRunnerOptions): void {
  check('createRunner()', options, RUNNER_OPTIONS);
  if (typeof options?.safetyAgent?.evaluate !== 'function') {
    throw new SekishoError(
      CODE,
      'createRunner() needs a safetyAgent with evaluate(), for example createRunner({ safetyAgent: new RuleSafetyAgent() }).',
    );
  }
  const { store, secret, runConfig } = options;
  if (typeof store === 'object') {
    check<{ directory: string }>('createRunner({ store })', store, { directory: true });
  }
  if (secret !== undefined && !(secret instanceof Uint8Array)) {
    check<Secrets>('createRunner({ secret })', secret, { current: true, previous: true, retired: true });
  }
  check<Partial<RunConfig>>('createRunner({ runConfig })', runConfig, RUN_CONFIG_NAMES);
}

const CODE = 'AGENTS-E-RUNNER-CONFIG';

const check = <T extends object>(place: string, options: T | undefined, names: OptionNames<T>): void =>
  requireKnownOptions(options, names, { place, code: CODE });

const RUNNER_OPTIONS: OptionNames<AgentRunnerOptions> = {
  safetyAgent: true,
  policyStore: true,
  approvalStore: true,
  executionLogStore: true,
  store: true,
  host: true,
  secret: true,
  mcp: true,
  application: true,
  adoptRuns: true,
  agents: true,
  manifests: true,
  user: true,
  agentUsers: true,
  resumeTokenTtlSec: true,
  approvalTtlSec: true,
  judgeTimeoutMs: true,
  planner: true,
  reviewer: true,
  planTimeoutMs: true,
  leaseMs: true,
  auditMode: true,
  maxArgumentBytes: true,
  runConfig: true,
  stopNotice: true,
  contextRetention: true,
  markDirectory: true,
  clock: true,
};

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
