import { SafetyAgent } from '@sekisho/engine';
import {
  createEngineParts,
  readEnv,
  type EngineOptions,
  type Integration,
} from '@sekisho/engine/integration';
import { AgentRegistry } from '../runner/agent-registry.ts';
import { AgentRunner } from '../runner/agent-runner.ts';
import { RunDriver } from '../runner/run-driver.ts';
import { RunResumer } from '../runner/run-resumer.ts';
import { StopNotice } from '../runner/stop-notice.ts';
import { argumentsIn, readStep } from '../openai-agents/read-items.ts';
import { ambientScope } from '../openai-agents/run-scope.ts';
import { SDK_VERSION } from '../openai-agents/upstream.ts';
import type { AnyAgent, RunConfig } from '../openai-agents/upstream.ts';
import { checkRunnerOptions } from './check-runner-options.ts';
import { createUpstreamRunner } from './create-upstream-runner.ts';

/** The options of `createRunner`. Only `safetyAgent` is required; every other option has a safe default. */
export interface AgentRunnerOptions extends EngineOptions {
  /** The agents whose runs this process may resume. */
  readonly agents?: readonly AnyAgent[] | undefined;
  /** Passed to upstream's Runner: model provider, tracing and other settings. */
  readonly runConfig?: Partial<RunConfig> | undefined;
  /**
   * Whether the process writes a line to stderr at its end about runs that are suspended without the program reading their
   * interruptions. The default is SEKISHO_STOP_NOTICE (`on` or `off`), then `on` outside of tests.
   */
  readonly stopNotice?: boolean | undefined;
}

/** A denied call ends the run, and the state of the Agents SDK contains the conversation. */
export const INTEGRATION: Integration = {
  name: 'openai-agents',
  stateVersion: SDK_VERSION,
  onDeny: 'end-run',
  historyKeptBy: 'integration',
  judgeOutside: (judge) => ambientScope.exit(judge),
  argumentsIn,
  readStep,
};

/** Creates a runner from its options. */
export function createRunner(options: AgentRunnerOptions): AgentRunner {
  checkRunnerOptions(options);
  const { safetyAgent } = options;
  const engine = createEngineParts(options, INTEGRATION);
  const agents = new AgentRegistry(options.agents ?? []);
  const driver = new RunDriver(engine);
  return new AgentRunner({
    engine,
    driver,
    resumer: new RunResumer(engine, driver, agents),
    agents,
    allowsAll: safetyAgent instanceof SafetyAgent && safetyAgent.allowsAll,
    stopNotice: isStopNoticeEnabled(options.stopNotice, readEnv()) ? new StopNotice() : undefined,
    createUpstreamRunner: () => createUpstreamRunner(options.runConfig),
  });
}

/** Returns whether the stop notice is enabled. Test runners set NODE_ENV or NODE_TEST_CONTEXT; it is off there. */
function isStopNoticeEnabled(
  option: boolean | undefined,
  { SEKISHO_STOP_NOTICE, NODE_ENV, NODE_TEST_CONTEXT }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (option !== undefined) return option;
  if (SEKISHO_STOP_NOTICE) return SEKISHO_STOP_NOTICE === 'on';
  return NODE_ENV !== 'test' && NODE_TEST_CONTEXT === undefined;
}
