/** The names of the Agents SDK that the rest of this package uses: the only door to it besides the facade's list. */
export { Agent, RunContext, RunState, Runner, Usage, handoff, tool } from '@openai/agents-core';
export type {
  AgentInputItem,
  FunctionTool,
  Handoff,
  Model,
  ModelProvider,
  ModelRequest,
  ModelResponse,
  Tool,
} from '@openai/agents-core';
