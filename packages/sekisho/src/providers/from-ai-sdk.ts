import { z } from 'zod';
import { SekishoError } from '@sekisho/engine';
import type { Model, ModelRequest } from '../openai-agents/upstream.ts';

const ADAPTER = '@openai/agents-extensions/ai-sdk';
const hasFunction = (value: unknown, name: string) => typeof Reflect.get(Object(value), name) === 'function';
const adapterSchema = z.custom<{ aisdk(model: object): unknown }>((value) => hasFunction(value, 'aisdk'));
const modelSchema = z.custom<Model>((value) =>
  ['getResponse', 'getStreamedResponse'].every((method) => hasFunction(value, method)),
);

/** Loads a module by its name. */
export type ModuleLoader = (specifier: string) => Promise<unknown>;

/**
 * Converts a model of the AI SDK (native Anthropic or Gemini, for example) to a model for `agent.model`. Requires the
 * packages `@openai/agents-extensions` and `ai`, which this package does not install.
 */
export async function fromAiSdk(
  model: object,
  load: ModuleLoader = (specifier) => import(specifier),
): Promise<Model> {
  const loaded: unknown = await load(ADAPTER).catch((cause: unknown) => {
    throw missing(cause);
  });
  const adapter = adapterSchema.safeParse(loaded);
  if (!adapter.success) throw missing(adapter.error);
  const adapted = modelSchema.safeParse(adapter.data.aisdk(model));
  if (!adapted.success) throw missing(adapted.error);
  return {
    getResponse: async (request) => adapted.data.getResponse(checked(request)),
    getStreamedResponse: (request) => adapted.data.getStreamedResponse(checked(request)),
  };
}

/** Throws for a setting that the adapter silently ignores, because a policy may depend on it. */
function checked(request: ModelRequest): ModelRequest {
  if (request.modelSettings.parallelToolCalls !== false) return request;
  throw new SekishoError(
    'AGENTS-E-COMPAT-UNSUPPORTED',
    'A model of the AI SDK does not support parallelToolCalls: false. Remove the setting or choose another provider.',
  );
}

function missing(cause?: unknown): SekishoError {
  return new SekishoError(
    'AGENTS-E-PROVIDER-CONFIG',
    'fromAiSdk() requires the packages "@openai/agents-extensions" and "ai". Install them in your project.',
    { cause },
  );
}
