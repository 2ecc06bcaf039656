import { SekishoError } from '@sekisho/engine';
import type { Model, ModelRequest } from '../sdk/upstream.ts';
import { isRecord } from './json-record.ts';

const ADAPTER = '@openai/agents-extensions/ai-sdk';

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
  const adapter = await loadAdapter(load);
  const adapted: unknown = adapter(model);
  if (!isModel(adapted)) throw missing();
  return {
    getResponse: async (request) => adapted.getResponse(checked(request)),
    getStreamedResponse: (request) => adapted.getStreamedResponse(checked(request)),
  };
}

async function loadAdapter(load: ModuleLoader): Promise<(model: object) => unknown> {
  let loaded: unknown;
  try {
    loaded = await load(ADAPTER);
  } catch (cause) {
    throw missing(cause);
  }
  const adapter = isRecord(loaded) ? loaded['aisdk'] : undefined;
  if (typeof adapter !== 'function') throw missing();
  return (model) => Reflect.apply(adapter, undefined, [model]);
}

/** Throws for a setting that the adapter silently ignores, because a policy may depend on it. */
function checked(request: ModelRequest): ModelRequest {
  if (request.modelSettings.parallelToolCalls !== false) return request;
  throw new SekishoError(
    'AGENTS-E-COMPAT-UNSUPPORTED',
    'A model of the AI SDK does not support parallelToolCalls: false. Remove the setting or choose another provider.',
  );
}

function isModel(value: unknown): value is Model {
  if (typeof value !== 'object' || value === null) return false;
  return ['getResponse', 'getStreamedResponse'].every(
    (method) => typeof Reflect.get(value, method) === 'function',
  );
}

function missing(cause?: unknown): SekishoError {
  return new SekishoError(
    'AGENTS-E-PROVIDER-CONFIG',
    'fromAiSdk() requires the packages "@openai/agents-extensions" and "ai". Install them in your project.',
    { cause },
  );
}
