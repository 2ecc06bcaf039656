import { digestOf } from '../checks/digest.ts';
import type { ToolDescription } from '../wire/tool-call-request.ts';
import type { ToolManifest } from '../wire/tool-manifest.ts';

/** A function that an agent may call, in the terms of most frameworks. */
export interface DescribedFunction {
  readonly name: string;
  readonly description?: string | undefined;
  /** The JSON Schema of the arguments. */
  readonly parameters?: unknown;
  /** What the owner of the tool declares about its effect. Without it, the gate infers the effect. */
  readonly manifest?: (Pick<ToolManifest, 'effect'> & Partial<ToolManifest>) | undefined;
}

/** Describes a function for the engine. Call it once for each tool: manifests and validators are cached by the result. */
export function describeFunction({
  name,
  description,
  parameters,
  manifest,
}: DescribedFunction): ToolDescription {
  const definition = { id: name, kind: 'function', name, description, parameters } as const;
  return {
    ...definition,
    ...(manifest && { manifest: { ...UNDECLARED, ...manifest } }),
    definition_digest: digestOf(definition),
  };
}

const UNDECLARED = {
  arguments: {},
  trusted_source: false,
  sensitive: false,
  idempotent: false,
  origin: 'declared',
  confirmed: true,
} as const;
