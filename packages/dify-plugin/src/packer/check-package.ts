import type { JsonRecord } from '../wire/json-record.ts';
import { manifestSchema, type Manifest } from './manifest-schema.ts';
import type { PackageFiles, PackageProblem } from './package-files.ts';
import { PackageReader } from './package-reader.ts';
import { readModelProvider } from './read-model-provider.ts';
import { isSafePath, packagePathSchema } from './scalar-schemas.ts';
import { toolProviderSchema, toolSchema } from './tool-schemas.ts';
import { z } from 'zod';
import { i18nTextSchema } from './i18n-text.ts';
import { identitySchema, providerIdentitySchema } from './identity-schema.ts';
import { parameterFields, parameterTypes, reportParameterFault } from './parameter-schema.ts';

/** The daemon's limit for a package, packed and unpacked. */
export const MAX_PACKAGE_BYTES = 52_428_800;

/** A package that all versions of Dify accept, or all problems of it. */
export type PackageCheck =
  | {
      readonly ok: true;
      readonly manifest: Manifest;
      readonly models: readonly JsonRecord[];
      readonly tools: readonly JsonRecord[];
      readonly agentStrategies: readonly JsonRecord[];
    }
  | { readonly ok: false; readonly problems: readonly PackageProblem[] };

/** Checks all files of a package by the strictest rules of its readers. */
export function checkPackage(files: PackageFiles): PackageCheck {
  const reader = new PackageReader(files);
  const manifest = reader.read('manifest.yaml', manifestSchema);
  checkFiles(reader);
  if (manifest === undefined) return { ok: false, problems: reader.problems };
  checkManifestFiles(reader, manifest);
  const { plugins } = manifest;
  const models = readProviders(reader, plugins.models, readModelProvider);
  const tools = readProviders(reader, plugins.tools, readToolProvider);
  const agentStrategies = readProviders(reader, plugins.agent_strategies, readAgentProvider);
  if (reader.problems.length > 0) return { ok: false, problems: reader.problems };
  return { ok: true, manifest, models, tools, agentStrategies };
}

type ReadProvider = (reader: PackageReader, file: string) => JsonRecord | undefined;

function readProviders(
  reader: PackageReader,
  files: readonly string[] | undefined,
  read: ReadProvider,
): JsonRecord[] {
  return (files ?? []).map((file) => read(reader, file)).filter((provider) => provider !== undefined);
}

function checkFiles(reader: PackageReader): void {
  let total = 0;
  for (const [path, bytes] of reader.files) {
    total += bytes.length;
    if (!isSafePath(path)) reader.report(path, 'is not a path inside the package');
  }
  if (total > MAX_PACKAGE_BYTES)
    reader.report('', `The files have ${total} bytes; the limit of Dify is ${MAX_PACKAGE_BYTES}.`);
}

function checkManifestFiles(reader: PackageReader, manifest: Manifest): void {
  const { files } = reader;
  reader.requireAsset('manifest.yaml', manifest.icon);
  reader.requireAsset('manifest.yaml', manifest.icon_dark);
  const entrypoint = `${manifest.meta.runner.entrypoint.replaceAll('.', '/')}.py`;
  if (!files.has(entrypoint)) reader.report('manifest.yaml', `needs ${entrypoint}`, 'meta.runner.entrypoint');
  // Daemons before 0.5.3 support only this dependency file and reject a plugin without it.
  if (!files.has('requirements.txt')) reader.report('requirements.txt', 'is missing');
  if (!files.has('README.md')) reader.report('README.md', 'is missing');
  if (manifest.privacy !== undefined && !files.has(manifest.privacy)) {
    reader.report('manifest.yaml', `needs ${manifest.privacy}`, 'privacy');
  }
}

/** Reads a tool provider with all its tools. */
function readToolProvider(reader: PackageReader, file: string): JsonRecord | undefined {
  const provider = reader.read(file, toolProviderSchema);
  if (provider === undefined) return undefined;
  checkIdentity(reader, file, provider.identity);
  const credentials = Object.entries(provider.credentials_for_provider ?? {});
  return {
    identity: provider.identity,
    credentials_schema: credentials.map(([name, field]) => ({ name, ...field })),
    tools: provider.tools.flatMap((path) => reader.read(path, toolSchema) ?? []),
  };
}

/** Reads an agent strategy provider with all its strategies. */
function readAgentProvider(reader: PackageReader, file: string): JsonRecord | undefined {
  const provider = reader.read(file, agentProviderSchema);
  if (provider === undefined) return undefined;
  checkIdentity(reader, file, provider.identity);
  const strategies = provider.strategies.flatMap((path) => reader.read(path, agentStrategySchema) ?? []);
  return { identity: provider.identity, strategies };
}

type Icons = { icon: string; icon_dark?: string | undefined };

function checkIdentity(reader: PackageReader, file: string, { icon, icon_dark: dark }: Icons): void {
  reader.requireAsset(file, icon);
  reader.requireAsset(file, dark);
}

const strategyParameterSchema = z
  .strictObject({
    ...parameterFields,
    help: i18nTextSchema.optional(),
    type: z.enum([...parameterTypes, 'array[tools]']),
  })
  .superRefine(reportParameterFault);

/** The schema of the file of an agent strategy provider. */
const agentProviderSchema = z.strictObject({
  identity: providerIdentitySchema,
  strategies: z.array(packagePathSchema.endsWith('.yaml', 'must be the path of a YAML file')).min(1),
  extra: z.record(z.string(), z.unknown()).optional(),
});

/** The schema of the file of an agent strategy. */
const agentStrategySchema = z.strictObject({
  identity: identitySchema,
  description: i18nTextSchema,
  features: z.array(z.literal('history-messages')).optional(),
  parameters: z
    .array(strategyParameterSchema)
    .refine(
      (list) => new Set(list.map(({ name }) => name)).size === list.length,
      'has two parameters with the same name',
    )
    .optional(),
  output_schema: z.record(z.string(), z.unknown()).optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
});
