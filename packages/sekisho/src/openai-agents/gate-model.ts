import { types } from 'node:util';
import { readCall } from './read-items.ts';
import { isRecord, read, shallowCopy } from './read-value.ts';
import { ambientScope, type RunScope, type UpstreamCall } from './run-scope.ts';
import {
  Usage,
  type Model,
  type ModelProvider,
  type ModelRequest,
  type ModelResponse,
  type StreamEvent,
  type Tool,
} from './upstream.ts';

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

/** The gated model of each model. A gated model is its own. */
const gated = new WeakMap<Model, Model>();
const providers = new WeakSet<ModelProvider>();

/**
 * Returns the same object with some methods replaced. All other members, including private fields, belong to the
 * original, and `instanceof` still works.
 */
function overlay<T extends object>(target: T, methods: Readonly<Partial<Record<keyof T, unknown>>>): T {
  return new Proxy(target, {
    get(original, key) {
      if (Object.hasOwn(methods, key)) return Reflect.get(methods, key);
      const value: unknown = Reflect.get(original, key, original);
      return typeof value === 'function' ? value.bind(original) : value;
    },
    set: (original, key, value) => Reflect.set(original, key, value, original),
  });
}

async function gatedResponse(scope: RunScope, given: ModelRequest, model: Model): Promise<ModelResponse> {
  const request = requireListed(scope, given);
  const raw = (await scope.mediator.beforeModelCall(scope, request)) ?? (await model.getResponse(request));
  const { output, calls } = readOutput(raw.output);
  const response = withField(raw, 'output', output);
  await scope.mediator.commitTurn(scope, request, response, calls);
  return response;
}

async function* gatedStream(scope: RunScope, given: ModelRequest, model: Model): AsyncGenerator<StreamEvent> {
  const request = requireListed(scope, given);
  const saved = await scope.mediator.beforeModelCall(scope, request);
  if (saved) {
    const { output, calls } = readOutput(saved.output);
    await scope.mediator.commitTurn(scope, request, saved, calls);
    const { usage, responseId } = saved;
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
    const { output, calls } = readOutput(response.output);
    const usage: object = response.usage;
    const completed = { responseId: response.id, output, usage: new Usage({ ...usage }) };
    await scope.mediator.commitTurn(scope, request, completed, calls);
    yield withField(event, 'response', withField(response, 'output', output));
  }
}

/** Returns a copy with another value in one field. Getters of the model's objects are not called. */
function withField<T extends object, K extends keyof T & string>(original: T, field: K, value: T[K]): T {
  return shallowCopy(original, {
    [field]: { value, enumerable: true, configurable: true, writable: true },
  });
}

/**
 * Returns the request with the listed tools only. Throws for a request with a tool that was not listed: the provider would
 * execute it without a decision of the gate. A subclass of Agent or the settings of a model can add such a tool. A prompt
 * that is stored at the provider may contain tools; the listed tools, even an empty list, replace them.
 */
function requireListed(scope: RunScope, request: ModelRequest): ModelRequest {
  const { tools, handoffs, modelSettings } = request;
  for (const tool of tools) {
    const key = tool.type === 'function' ? undefined : providerToolKey(tool);
    if (key !== undefined && !scope.providerTools.has(key))
      throw scope.refuse({ wireName: tool.name }, NOT_LISTED);
  }
  for (const { toolName } of handoffs)
    if (!scope.handoffs.has(toolName)) throw scope.refuse({ wireName: toolName }, HANDOFF_NOT_LISTED);
  const settings = modelSettings?.providerData;
  if (settings !== undefined && containsTools(settings)) throw scope.refuse({}, IN_SETTINGS);
  return request.prompt ? { ...request, toolsExplicitlyProvided: true } : request;
}

/** Returns the key of a tool that the provider executes, or undefined for a tool that is executed and checked locally. */
export function providerToolKey(tool: Tool | ModelRequest['tools'][number]): string | undefined {
  switch (tool.type) {
    case 'hosted_tool': {
      const data = read(tool, 'providerData');
      // Upstream changes the settings of a search after the tools were listed. A search adds tools and executes none.
      return read(data, 'type') === 'tool_search' ? undefined : `hosted_tool ${JSON.stringify(data)}`;
    }
    case 'shell': {
      const environment = read(tool, 'environment');
      const isLocal = (read(environment, 'type') ?? 'local') === 'local';
      return isLocal ? undefined : `shell ${JSON.stringify(environment)}`;
    }
    case 'function':
    case 'computer':
    case 'apply_patch':
      return undefined;
    default:
      return `unknown ${JSON.stringify(tool)}`;
  }
}

/** Returns whether the model settings add tools. Upstream merges them into the request body, over its own values. */
function containsTools(providerData: unknown): boolean {
  const bodies = [providerData, read(providerData, 'extra_body'), read(providerData, 'extraBody')];
  return bodies.map(Object).some((body) => Object.hasOwn(body, 'tools') || Object.hasOwn(body, 'prompt'));
}

const NOT_LISTED =
  'The request to the model contains a tool of the provider that the gate has not seen. Put it into the tools of the agent; do not add or change it in getAllTools().';
const HANDOFF_NOT_LISTED =
  'The request to the model contains a handoff that the gate has not seen. Put it into the handoffs of the agent; do not add it in getEnabledHandoffs().';
const IN_SETTINGS =
  'The settings of the model (tools or prompt in modelSettings.providerData) contain tools that the gate cannot see. Put them into the tools of the agent.';

/**
 * Returns the output of a model as plain data with its calls, so that exactly the judged values are executed: getters are
 * read once, proxies and toJSON() are dropped, and no other code has a reference to the calls. The actions of calls are frozen.
 *
 * Decisions are stored by call id, so two different calls with the same id are separated: the later one receives a new
 * id. A call that is repeated with the same id, tool and arguments is one call.
 */
function readOutput<T extends ModelResponse['output']>(output: T): { output: T; calls: UpstreamCall[] };
function readOutput(given: ModelResponse['output']): { output: unknown[]; calls: UpstreamCall[] } {
  const items = [];
  const ids = new Set<string>();
  for (const each of given) {
    // An item whose properties can change between reads is copied first, before it is decided whether it is a call.
    const item = isInert(each) ? each : plain(each);
    const call = readCall(item);
    if (call) ids.add(call.callId);
    items.push({ item, call });
  }
  const used = new Set<string>();
  const known = new Set<string>();
  const output: unknown[] = [];
  const calls: UpstreamCall[] = [];
  for (const { item, call } of items) {
    if (!call) {
      output.push(item);
      continue;
    }
    const text = JSON.stringify(call);
    if (known.has(text)) continue;
    known.add(text);
    const copy = plainCall(item, call, uniqueId(call.callId, used, ids));
    output.push(copy);
    // Read from the copy, because that is what will be executed.
    const executed = readCall(copy);
    if (executed) calls.push(executed);
  }
  return { output, calls };
}

/** The properties of a call that contain its action. */
const ACTIONS = ['action', 'actions', 'operation'];

function plainCall(item: object, { type, callId }: UpstreamCall, id: string): object {
  const copy = plain(item);
  // The id of a hosted call belongs to the provider.
  const call = type === 'hosted_mcp_call' || callId === id ? copy : { ...copy, callId: id };
  for (const key of ACTIONS) {
    if (!Object.hasOwn(call, key)) continue;
    const value = deepFreeze(Reflect.get(call, key));
    Object.defineProperty(call, key, { value, writable: false, configurable: false });
  }
  return call;
}

function uniqueId(id: string, used: Set<string>, ids: ReadonlySet<string>): string {
  let unique = id;
  for (let count = 2; used.has(unique) || (unique !== id && ids.has(unique)); count += 1)
    unique = `${id}_${count}`;
  used.add(unique);
  return unique;
}

function plain<T>(value: T): T;
function plain(value: unknown): unknown {
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null || isBinary(value)) return value;
  if (Array.isArray(value)) return Array.from(value, plain);
  const entries: [string, unknown][] = [];
  for (const [key, each] of Object.entries(value)) entries.push([key, plain(each)]);
  // Not by assignment: a model may name a property "__proto__".
  return Object.fromEntries(entries);
}

/** Returns whether every read of the value returns the same result, unless a property is assigned. */
function isInert(value: unknown): boolean {
  if (typeof value === 'function') return false;
  if (typeof value !== 'object' || value === null || isBinary(value)) return true;
  if (types.isProxy(value)) return false;
  for (const name of Object.getOwnPropertyNames(value)) {
    const property = Object.getOwnPropertyDescriptor(value, name);
    if (!property || !('value' in property)) return false;
    if (typeof property.value !== 'string' && !isInert(property.value)) return false;
  }
  return true;
}

const isBinary = (value: object) => ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value);

function deepFreeze(value: unknown): unknown {
  if (!isRecord(value) || isBinary(value)) return value;
  for (const each of Object.values(value)) deepFreeze(each);
  return Object.freeze(value);
}
