import * as core from '@openai/agents-core';
import { requireAllowedCall } from '../openai-agents/run-scope.ts';

/** Upstream's function. Inside a gated run it executes a tool only within the body of an allowed call. */
export const invokeFunctionTool: typeof core.invokeFunctionTool = async (args) => {
  requireAllowedCall(args.tool.name);
  return core.invokeFunctionTool(args);
};
