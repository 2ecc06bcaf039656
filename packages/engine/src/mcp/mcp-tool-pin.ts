import { z } from 'zod';
import { mcpToolDefinitionSchema } from './mcp-tool-definition.ts';

/** An accepted tool definition, with who accepted it and when. */
export const mcpToolPinSchema = z.strictObject({
  server_id: z.string(),
  tool_name: z.string(),
  definition_digest: z.string(),
  definition: mcpToolDefinitionSchema,
  accepted_by: z.string().min(1),
  accepted_at: z.number().int(),
});

/** An accepted definition. */
export type McpToolPin = z.infer<typeof mcpToolPinSchema>;
