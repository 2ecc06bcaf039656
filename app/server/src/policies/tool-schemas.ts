import { z } from '@hono/zod-openapi';
import { toolManifestSchema } from 'sekisho';
import { strictObject } from '../http/strict-object.ts';

const { shape } = toolManifestSchema.omit({ origin: true, confirmed: true });
const manifestInput = strictObject({
  ...shape,
  arguments: z.record(z.string().max(256), shape.arguments.valueType),
});

/** The manifest that a person confirms. */
export const confirmManifestSchema = strictObject({
  version: z.number().int().min(0),
  manifest: manifestInput,
});

/** A tool with its effective manifest. */
export const toolSchema = z
  .object({
    tool_id: z.string(),
    kind: z.string(),
    agents: z.array(z.string()),
    description: z.string(),
    parameters: z.unknown(),
    manifest: toolManifestSchema,
    manifest_source: z.enum(['declared', 'confirmed', 'guess']),
    version: z.number(),
    confirmed_by: z.string().nullable(),
    confirmed_at: z.string().nullable(),
  })
  .openapi('ConsoleTool');
