import { requireAllowedCall } from '../openai-agents/run-scope.ts';
import { registerTool } from '../openai-agents/records.ts';
import {
  invokeFunctionTool as upstreamInvokeFunctionTool,
  type ToolInputParameters,
  type ToolOptions,
  type ToolOutputSchema,
  type UnknownContext,
} from '@openai/agents-core';
import { type DeclaredManifest, SekishoError, type ToolManifest, toolManifestSchema } from '@sekisho/engine';
import {
  declareManifest,
  describeIssue,
  requireKnownOptions,
  unknownArgument,
} from '@sekisho/engine/integration';
import { tool as upstreamTool } from '../openai-agents/upstream.ts';

/** The options that this package adds to upstream's options of a tool. */
export interface ToolExtensions {
  readonly extensions?: { readonly manifest?: DeclaredManifest | undefined } | undefined;
}

/**
 * Upstream's `tool`, which also accepts `extensions.manifest`: the owner's declaration of what the tool does. Upstream's
 * own signature is the first overload, so that code which is generic over the options compiles as before.
 */
export function tool<
  TParameters extends ToolInputParameters = undefined,
  Context = UnknownContext,
  Result = string,
  TOutputSchema extends ToolOutputSchema | undefined = undefined,
>(
  options: ToolOptions<TParameters, Context, TOutputSchema>,
): ReturnType<typeof upstreamTool<TParameters, Context, Result, TOutputSchema>>;
export function tool<
  TParameters extends ToolInputParameters = undefined,
  Context = UnknownContext,
  Result = string,
  TOutputSchema extends ToolOutputSchema | undefined = undefined,
>(
  options: ToolOptions<TParameters, Context, TOutputSchema> & ToolExtensions,
): ReturnType<typeof upstreamTool<TParameters, Context, Result, TOutputSchema>>;
export function tool<
  TParameters extends ToolInputParameters,
  Context,
  Result,
  TOutputSchema extends ToolOutputSchema | undefined,
>(
  options: ToolOptions<TParameters, Context, TOutputSchema> & ToolExtensions,
): ReturnType<typeof upstreamTool<TParameters, Context, Result, TOutputSchema>> {
  requireKnownOptions(options.extensions, { manifest: true }, { place: 'tool({ extensions })' });
  const made = upstreamTool<TParameters, Context, Result, TOutputSchema>(withGuardedExecute(options));
  const manifest = options.extensions?.manifest && declared(options.extensions.manifest, made);
  registerTool(made.invoke, { id: options.name ?? made.name, kind: 'function', manifest });
  return made;
}

/** Upstream's function. Inside a gated run it executes a tool only within the body of an allowed call. */
export const invokeFunctionTool: typeof upstreamInvokeFunctionTool = async (args) => {
  requireAllowedCall(args.tool.name);
  return upstreamInvokeFunctionTool(args);
};

/** Returns the same options with a body that throws inside a gated run unless a call was allowed. */
function withGuardedExecute<T extends { name?: string; execute: (...args: never[]) => unknown }>(
  options: T,
): T {
  const { execute } = options;
  const guarded = (...args: unknown[]): unknown => {
    requireAllowedCall(options.name ?? execute.name);
    return Reflect.apply(execute, options, args);
  };
  // Upstream uses the name of the function when the tool has no other name.
  Object.defineProperty(guarded, 'name', { value: execute.name, configurable: true });
  const value = { value: guarded, enumerable: true, configurable: true, writable: true };
  return Object.create(Object.getPrototypeOf(options), {
    ...Object.getOwnPropertyDescriptors(options),
    execute: value,
  });
}

function declared(
  manifest: DeclaredManifest,
  { name, parameters }: { readonly name: string; readonly parameters: unknown },
): ToolManifest {
  // The fields of the declaration are included, so that a misspelled one is rejected.
  const parsed = toolManifestSchema.safeParse({ ...manifest, ...declareManifest(manifest) });
  const fields = Object.keys(toolManifestSchema.shape);
  const problem = parsed.success
    ? unknownArgument(parsed.data, parameters)
    : describeIssue({ error: parsed.error, value: manifest, fields });
  if (parsed.success && problem === undefined) return parsed.data;
  throw new SekishoError('AGENTS-E-INPUT-INVALID', `The manifest of tool "${name}" is not valid: ${problem}`);
}
