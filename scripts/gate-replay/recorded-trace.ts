import { z } from 'zod';
import { toolManifestSchema } from '../../packages/engine/src/wire/tool-manifest.ts';

/** A tool of a recorded run, as its model received it. */
const recordedToolSchema = z.object({
  name: z.string().min(1),
  description: z.string().optional(),
  parameters: z.unknown().optional(),
  annotations: z.unknown().optional(),
  /** The manifest that the owner declared. */
  manifest: toolManifestSchema.optional(),
});

/** A tool of a recorded run. */
export type RecordedTool = z.infer<typeof recordedToolSchema>;

/** The tools of a file: one list, or a list for each suite. */
export const recordedToolsSchema = z.union([
  z.array(recordedToolSchema),
  z.record(z.string(), z.array(recordedToolSchema)),
]);

/** The tools of a file. */
export type RecordedTools = z.infer<typeof recordedToolsSchema>;

/** A recorded run that can be replayed without a model. */
export const recordedTraceSchema = z.object({
  id: z.string(),
  suite: z.string().optional(),
  kind: z.enum(['benign', 'attack']),
  user_instruction: z.string(),
  /** The instructions of the developer. */
  system: z.string().optional(),
  session: z.unknown().optional(),
  tools: z.array(recordedToolSchema).optional(),
  steps: z.array(
    z.object({
      tool: z.string(),
      args: z.record(z.string(), z.unknown()),
      output: z.unknown(),
      actor: z.enum(['user', 'attacker', 'context']),
      /** A turn of the user after the steps before this one. */
      user_text: z.string().optional(),
    }),
  ),
});

/** A recorded run. */
export type RecordedTrace = z.infer<typeof recordedTraceSchema>;
