import { z } from 'zod';
import { recordOrEmpty } from './nullable-fields.ts';

/** The schema of a tool call. */
export const invokeToolRequestSchema = z.object({
  provider: z.string().min(1),
  tool: z.string().min(1),
  credentials: recordOrEmpty,
  tool_parameters: recordOrEmpty,
});

/** The schema of new credentials of a tool provider. */
export const toolCredentialsRequestSchema = z.object({
  provider: z.string().min(1),
  credentials: recordOrEmpty,
});

/** The schema of a run of an agent. */
export const invokeAgentStrategyRequestSchema = z.object({
  agent_strategy_provider: z.string().min(1),
  agent_strategy: z.string().min(1),
  agent_strategy_params: recordOrEmpty,
});

/** A tool call. */
export type InvokeToolRequest = z.infer<typeof invokeToolRequestSchema>;
/** Credentials of a tool provider. */
export type ToolCredentialsRequest = z.infer<typeof toolCredentialsRequestSchema>;
/** A run of an agent. */
export type InvokeAgentStrategyRequest = z.infer<typeof invokeAgentStrategyRequestSchema>;
