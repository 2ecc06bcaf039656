import { z } from 'zod';

const jsonObjectSchema = z.record(z.string(), z.unknown());

/** A tool as a server lists it; only what the definition promises is kept. */
export const mcpToolDefinitionSchema = z.object({
  name: z.string().min(1).max(256),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: jsonObjectSchema,
  outputSchema: jsonObjectSchema.optional(),
  annotations: jsonObjectSchema.optional(),
});

/** What a server says a tool is. */
export type McpToolDefinition = z.infer<typeof mcpToolDefinitionSchema>;
