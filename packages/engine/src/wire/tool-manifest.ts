import { z } from 'zod';

/** The kinds of effects, from harmless to severe. */
export const EFFECTS = ['read', 'write', 'send', 'delete', 'spend', 'execute', 'admin'] as const;

/** One of the seven kinds of effects. */
export type Effect = (typeof EFFECTS)[number];

/** Roles of arguments that control an effect. The origin of such a value decides whether a call may run. */
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

/** A role of an argument that controls the effect. */
export type ControlRole = (typeof CONTROL_ROLES)[number];

/** The role of an argument: a control role, free content, or an option such as a flag or a date. */
const argumentRoleSchema = z.enum([...CONTROL_ROLES, 'content', 'option']);

/** The role of an argument in a call. */
export type ArgumentRole = z.infer<typeof argumentRoleSchema>;

/** The declaration of a tool for the gate: its effect and the role of each argument. */
export const toolManifestSchema = z.strictObject({
  effect: z.enum(EFFECTS),
  arguments: z.record(z.string(), argumentRoleSchema),
  trusted_source: z.boolean(),
  sensitive: z.boolean(),
  idempotent: z.boolean(),
  /** Arguments that make a call more severe when they are set, such as a file to save the result to. */
  raises: z.record(z.string(), z.enum(EFFECTS)).optional(),
  origin: z.enum(['declared', 'annotations', 'guess']),
  confirmed: z.boolean(),
});

/** The manifest of one tool. `arguments` maps an argument (dotted path for nested ones) to its role. */
export type ToolManifest = z.infer<typeof toolManifestSchema>;

/** A manifest that the owner of a tool declares. Only the effect is required. */
export type DeclaredManifest = { readonly effect: Effect } & {
  readonly [Field in Exclude<keyof ToolManifest, 'effect' | 'origin'>]?: ToolManifest[Field] | undefined;
};

/** Returns the manifest of a declaration, with the safe value of every field that it does not set. */
export function declareManifest({ effect, ...declared }: DeclaredManifest): ToolManifest {
  return {
    effect,
    arguments: declared.arguments ?? {},
    trusted_source: declared.trusted_source ?? false,
    sensitive: declared.sensitive ?? false,
    idempotent: declared.idempotent ?? false,
    ...(declared.raises && { raises: declared.raises }),
    origin: 'declared',
    confirmed: true,
  };
}

/** Returns whether every call of a tool is a read, whatever its arguments are. */
export const onlyReads = ({ effect, raises }: Pick<ToolManifest, 'effect' | 'raises'>) =>
  effect === 'read' && Object.keys(raises ?? {}).length === 0;

/** Returns whether an effect is a payment, a command or a change of rights. Each such call is decided separately. */
export const isGrave = (effect: string | undefined) =>
  effect === 'spend' || effect === 'execute' || effect === 'admin';
