import type { SafetyAgentLike } from '@sekisho/engine';
import { SafetyGate as EngineSafetyGate } from '@sekisho/engine/integration';
import { describeAgentTools } from '../openai-agents/describe-tool.ts';

type Options = NonNullable<ConstructorParameters<typeof EngineSafetyGate>[1]>;

/** Decides whether a tool call may run. Outside of a run, the tool is read from the agent of the Agents SDK. */
export class SafetyGate extends EngineSafetyGate {
  constructor(safetyAgent: SafetyAgentLike, options: Omit<Options, 'describeTools'> = {}) {
    super(safetyAgent, { ...options, describeTools: describeAgentTools });
  }
}
