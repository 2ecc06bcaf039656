import { z } from 'zod';

/** What a call does to the world, from harmless to grave. */
export const EFFECTS = ['read', 'write', 'send', 'delete', 'spend', 'execute', 'admin'] as const;

/** One of the seven classes of effect. */
export type Effect = (typeof EFFECTS)[number];

/** Arguments that steer where an effect goes; their origin decides whether a call may run. */
export const CONTROL_ROLES = [
  'recipient',
  'account',
  'url',
  'path',
  'command',
  'amount',
  'credential',
  'target',
] as const;

/** A role of an argument that steers the effect. */
export type ControlRole = (typeof CONTROL_ROLES)[number];

/** The part that an argument plays: a control role, free content, or a setting such as a flag or a date. */
const argumentRoleSchema = z.enum([...CONTROL_ROLES, 'content', 'option']);

/** The part that an argument plays in a call. */
export type ArgumentRole = z.infer<typeof argumentRoleSchema>;

/** What the gate has to know about a tool: its effect and what each argument is for. */
export const toolManifestSchema = z.strictObject({
  effect: z.enum(EFFECTS),
  arguments: z.record(z.string(), argumentRoleSchema),
  trusted_source: z.boolean(),
  sensitive: z.boolean(),
  idempotent: z.boolean(),
  origin: z.enum(['declared', 'annotations', 'guess']),
  confirmed: z.boolean(),
});

/** The manifest of one tool; `arguments` maps an argument (dotted path for nested ones) to its role. */
export type ToolManifest = z.infer<typeof toolManifestSchema>;
