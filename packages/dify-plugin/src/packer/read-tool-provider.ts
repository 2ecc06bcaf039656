import type { JsonRecord } from '../wire/json-record.ts';
import { agentProviderSchema, agentStrategySchema } from './agent-schemas.ts';
import type { PackageReader } from './package-reader.ts';
import { toolProviderSchema, toolSchema } from './tool-schemas.ts';

/** Reads a tool provider with all its tools. */
export function readToolProvider(reader: PackageReader, file: string): JsonRecord | undefined {
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
export function readAgentProvider(reader: PackageReader, file: string): JsonRecord | undefined {
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
