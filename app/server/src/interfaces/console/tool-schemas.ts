import { z } from '@hono/zod-openapi';

const effectSchema = z.enum(['read', 'write', 'send', 'delete', 'spend', 'execute', 'admin']);
const argumentRoleSchema = z.enum([
  'recipient',
  'account',
  'url',
  'path',
  'command',
  'amount',
  'credential',
  'target',
  'content',
  'option',
]);

const manifestWish = z.strictObject({
  effect: effectSchema,
  arguments: z.record(z.string().max(256), argumentRoleSchema),
  trusted_source: z.boolean(),
  sensitive: z.boolean(),
  idempotent: z.boolean(),
});

/** What a person says about a tool. */
export const confirmManifestSchema = z.strictObject({
  version: z.number().int().min(0),
  manifest: manifestWish,
});

/** A tool with the manifest that counts. */
export const toolSchema = z
  .object({
    tool_id: z.string(),
    kind: z.string(),
    agents: z.array(z.string()),
    description: z.string(),
    parameters: z.unknown(),
    manifest: manifestWish.extend({
      origin: z.enum(['declared', 'annotations', 'guess']),
      confirmed: z.boolean(),
    }),
    manifest_source: z.enum(['declared', 'confirmed', 'guess']),
    version: z.number(),
    confirmed_by: z.string().nullable(),
    confirmed_at: z.string().nullable(),
  })
  .openapi('ConsoleTool');
