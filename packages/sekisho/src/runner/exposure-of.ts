import type { ToolDescription } from '../contracts/tool-call-request.ts';
import type { ResolvedCall } from '../sdk/mediator.ts';

/** Showing a tool to the model, as a call that can be judged: it stands for every call that the provider will carry out. */
export const exposureOf = (tool: ToolDescription): ResolvedCall => ({
  type: 'function_call',
  callId: tool.id,
  wireName: tool.name,
  rawArguments: '{}',
  tool,
});
