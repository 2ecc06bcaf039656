import type { ToolDescription } from '@sekisho/engine';
import type { ResolvedCall } from '../sdk/mediator.ts';

/** Returns a call that represents the exposure of a tool to the model: it stands for every call that the provider executes. */
export const exposureOf = (tool: ToolDescription): ResolvedCall => ({
  type: 'function_call',
  callId: tool.id,
  wireName: tool.name,
  rawArguments: '{}',
  tool,
});
