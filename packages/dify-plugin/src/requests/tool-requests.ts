import { z } from 'zod';
import { recordOrEmpty } from './nullable-fields.ts';

/** A call of a tool. */
export const invokeToolRequestSchema = z.object({
  provider: z.string().min(1),
  tool: z.string().min(1),
  credentials: recordOrEmpty,
  tool_parameters: recordOrEmpty,
});

/** Credentials of a tool provider that a person has just entered. */
export const toolCredentialsRequestSchema = z.object({
  provider: z.string().min(1),
  credentials: recordOrEmpty,
});

/** A run of an agent. */
export const invokeAgentStrategyRequestSchema = z.object({
  agent_strategy_provider: z.string().min(1),
  agent_strategy: z.string().min(1),
  agent_strategy_params: recordOrEmpty,
});

/** A call of a tool. */
export type InvokeToolRequest = z.infer<typeof invokeToolRequestSchema>;
/** Credentials of a tool provider. */
export type ToolCredentialsRequest = z.infer<typeof toolCredentialsRequestSchema>;
/** A run of an agent. */
export type InvokeAgentStrategyRequest = z.infer<typeof invokeAgentStrategyRequestSchema>;
