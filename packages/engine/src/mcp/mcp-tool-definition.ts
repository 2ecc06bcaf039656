import { z } from 'zod';

const jsonObjectSchema = z.record(z.string(), z.unknown());

/** A tool as a server lists it. Unknown fields are dropped. */
export const mcpToolDefinitionSchema = z.object({
  name: z.string().min(1).max(256),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: jsonObjectSchema,
  outputSchema: jsonObjectSchema.optional(),
  annotations: jsonObjectSchema.optional(),
});

/** The definition of a tool from a server. */
export type McpToolDefinition = z.infer<typeof mcpToolDefinitionSchema>;
