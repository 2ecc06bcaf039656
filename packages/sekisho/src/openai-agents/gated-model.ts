import { overlay } from './overlay.ts';
import { plainOutput } from './plain-output.ts';
import { requireListed } from './require-listed.ts';
import { ambientScope, type RunScope } from './run-scope.ts';
import {
  Usage,
  type Agent,
  type AnyAgent,
  type Model,
  type ModelProvider,
  type ModelRequest,
  type ModelResponse,
} from './upstream.ts';

type StreamEvent =
  ReturnType<Model['getStreamedResponse']> extends AsyncIterable<infer Event> ? Event : never;

/** Returns a model whose responses pass the gate inside gated runs. Outside of them it behaves like the given model. */
export function gateModel(model: Model): Model {
  const known = gated.get(model);
  if (known) return known;
  const shaped = overlay(model, {
    getResponse: (request: ModelRequest) => {
      const scope = ambientScope.getStore();
      return scope ? gatedResponse(scope, request, model) : model.getResponse(request);
    },
    getStreamedResponse: (request: ModelRequest) => {
      const scope = ambientScope.getStore();
      return scope ? gatedStream(scope, request, model) : model.getStreamedResponse(request);
    },
  });
  gated.set(model, shaped);
  gated.set(shaped, shaped);
  return shaped;
}

/** Returns a provider of gated models. */
export function gateModelProvider(provider: ModelProvider): ModelProvider {
  if (providers.has(provider)) return provider;
  const shaped = overlay(provider, {
    getModel: async (name?: string) => gateModel(await provider.getModel(name)),
  });
  providers.add(shaped);
  return shaped;
}

/**
 * Makes `agent.model` return the gated model inside gated runs. Upstream reads this property and has no other extension
 * point between an agent and its model object. A model name is unchanged, because its provider is gated.
 */
export function gateAgentModel(agent: AnyAgent): void {
  if (agents.has(agent) || typeof agent.model === 'string') return;
  let current: Agent['model'] = agent.model;
  Object.defineProperty(agent, 'model', {
    get: () => (ambientScope.getStore() && typeof current !== 'string' ? gateModel(current) : current),
    set: (model: Agent['model']) => {
      current = model;
    },
    enumerable: true,
    configurable: true,
  });
  agents.add(agent);
}

const gated = new WeakMap<Model, Model>();
const providers = new WeakSet<ModelProvider>();
const agents = new WeakSet<object>();

async function gatedResponse(scope: RunScope, given: ModelRequest, model: Model): Promise<ModelResponse> {
  const request = requireListed(scope, given);
  const raw = (await scope.mediator.beforeModelCall(scope, request)) ?? (await model.getResponse(request));
  const response = withField(raw, 'output', plainOutput(raw.output));
  await scope.mediator.commitTurn(scope, request, response);
  return response;
}

async function* gatedStream(scope: RunScope, given: ModelRequest, model: Model): AsyncGenerator<StreamEvent> {
  const request = requireListed(scope, given);
  const known = await scope.mediator.beforeModelCall(scope, request);
  if (known) {
    await scope.mediator.commitTurn(scope, request, known);
    const { output, usage, responseId } = known;
    yield { type: 'response_started' };
    const done: StreamEvent = JSON.parse(
      JSON.stringify({ type: 'response_done', response: { id: responseId ?? '', output, usage } }),
    );
    yield done;
    return;
  }
  for await (const event of model.getStreamedResponse(request)) {
    if (event.type !== 'response_done') {
      yield event;
      continue;
    }
    const { response } = event;
    const { id, usage } = response;
    const output = plainOutput(response.output);
    await scope.mediator.commitTurn(scope, request, { responseId: id, output, usage: usageOf(usage) });
    yield withField(event, 'response', withField(response, 'output', output));
  }
}

/** Returns a copy with another value in one field. Getters of the model's objects are not called. */
function withField<T extends object, K extends keyof T & string>(original: T, field: K, value: T[K]): T {
  const descriptors = Object.getOwnPropertyDescriptors(original);
  const copy: T = Object.create(Object.getPrototypeOf(original), descriptors);
  return Object.defineProperty(copy, field, { value, enumerable: true, configurable: true, writable: true });
}

function usageOf(usage: object): Usage {
  return new Usage({ ...usage });
}
