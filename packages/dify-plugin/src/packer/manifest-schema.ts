import { z } from 'zod';
import { i18nTextSchema } from './i18n-text.ts';
import { iconSchema, packagePathSchema, tagSchema, versionSchema } from './scalar-schemas.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const flag = z.strictObject({ enabled: z.boolean() });
const providerFiles = z
  .array(packagePathSchema)
  .min(1)
  .max(1, 'has more than one provider, but Dify reads only the first provider')
  .optional();

const permissionSchema = z.strictObject({
  tool: flag.optional(),
  model: z
    .strictObject({
      enabled: z.boolean(),
      llm: z.boolean().optional(),
      text_embedding: z.boolean().optional(),
      rerank: z.boolean().optional(),
      tts: z.boolean().optional(),
      speech2text: z.boolean().optional(),
      moderation: z.boolean().optional(),
    })
    .optional(),
  node: flag.optional(),
  endpoint: flag.optional(),
  app: flag.optional(),
  storage: z.strictObject({ enabled: z.boolean(), size: z.int().min(1024).max(1_073_741_824) }).optional(),
});

/** The schema of `manifest.yaml`, as strict as the strictest of its readers. */
export const manifestSchema = z.strictObject({
  version: versionSchema,
  type: z.literal('plugin'),
  author: z
    .string()
    .regex(/^[a-z0-9_-]{1,64}$/, 'may contain only lowercase letters, digits, _ and -')
    .refine((author) => !UUID.test(author), 'must not be a UUID'),
  name: z.string().regex(/^[a-z0-9_-]{1,128}$/, 'may contain only lowercase letters, digits, _ and -'),
  label: i18nTextSchema,
  description: i18nTextSchema,
  icon: iconSchema,
  icon_dark: iconSchema.optional(),
  resource: z.strictObject({ memory: z.int().positive(), permission: permissionSchema.optional() }),
  plugins: z
    .strictObject({ models: providerFiles, tools: providerFiles, agent_strategies: providerFiles })
    .refine(
      (plugins) => Object.values(plugins).filter((list) => list !== undefined).length === 1,
      'must name exactly one of models, tools and agent_strategies',
    ),
  meta: z.strictObject({
    version: versionSchema,
    arch: z.array(z.enum(['amd64', 'arm64'])).min(1),
    runner: z.strictObject({
      language: z.literal('python', 'must be python, the only language that the daemon supports'),
      version: z.string().min(1).max(128),
      entrypoint: z
        .string()
        .max(256)
        .regex(/^\w+(?:\.\w+)*$/, 'must be the name of a Python module'),
    }),
    minimum_dify_version: versionSchema.optional(),
  }),
  tags: z.array(tagSchema).optional(),
  created_at: z.iso.datetime({ offset: true }),
  privacy: packagePathSchema.optional(),
  repo: z.url().optional(),
  verified: z.literal(false, 'must not be true, because the signature sets it').optional(),
});

/** `manifest.yaml`. */
export type Manifest = z.infer<typeof manifestSchema>;
