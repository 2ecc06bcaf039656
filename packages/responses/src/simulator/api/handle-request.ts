import type { JsonRecord } from '../../json/is-record.ts';
import { routeConversations } from './conversation-routes.ts';
import { createChatCompletion } from './create-chat-completion.ts';
import { createResponse } from './create-response.ts';
import type { Fault } from '../fault.ts';
import { refusals } from './refusals.ts';
import { type Reply, jsonReply } from './reply.ts';
import {
  cancelResponse,
  countInputTokens,
  deleteResponse,
  listInputItems,
  retrieveResponse,
  listReply,
} from './response-routes.ts';
import type { ScriptStep, SimulatorState } from '../simulator-state.ts';
import type { Model } from 'openai/resources/models';
import { isShutDown } from '../../models/is-shut-down.ts';
import type { ModelEntry } from '../../models/model-entry.ts';
import type { CompactedResponse } from 'openai/resources/responses/responses';
import { readRecords, readString } from '../../json/read-field.ts';
import { makeUsage } from '../output/make-usage.ts';
import { sealItems } from '../output/seal-content.ts';
import { readHistory } from '../store/response-store.ts';

/** A request to the simulated server with a parsed body. */
export type SimulatedRequest = {
  method: string;
  url: URL;
  authorization: string | null;
  /** Undefined when the body was not a JSON object. */
  body: JsonRecord | undefined;
};

/** Handles one request like OpenAI. Every unknown path returns a 404. */
export async function handleRequest(state: SimulatorState, request: SimulatedRequest): Promise<Reply> {
  const refusal = checkKey(state, request.authorization);
  if (refusal) return refusal;
  const { method, url, body = {} } = request;
  const path = readPath(url.pathname);
  if (method === 'POST' && request.body === undefined) return refusals.unreadableJson();
  if (method === 'POST' && isGeneration(path)) return generate(state, path[0] === 'chat', body);
  return (
    route(state, { method, path, body, query: url.searchParams }) ??
    refusals.unknownPath(method, url.pathname)
  );
}

function checkKey(state: SimulatorState, authorization: string | null): Reply | undefined {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (key === undefined) return refusals.missingApiKey();
  return state.apiKeys && !state.apiKeys.includes(key) ? refusals.invalidApiKey() : undefined;
}

function readPath(pathname: string): string[] {
  const steps = pathname.replace(/^.*?\/v1(?=\/|$)/, '').split('/');
  try {
    return steps.filter(Boolean).map((step) => decodeURIComponent(step));
  } catch {
    return [];
  }
}

function isGeneration(path: readonly string[]): boolean {
  const joined = path.join('/');
  return joined === 'responses' || joined === 'chat/completions';
}

async function generate(state: SimulatorState, isChat: boolean, body: JsonRecord): Promise<Reply> {
  const step: ScriptStep = { ...state.script.shift() };
  const fault = step.fault ?? drawFault(state);
  if (fault) step.fault = fault;
  const early = fault ? await failEarly(state, fault) : undefined;
  if (early) return early;
  return isChat ? createChatCompletion(state, body, step) : createResponse(state, body, step);
}

function drawFault({ chaos, random }: SimulatorState): Fault | undefined {
  if (chaos.rate <= 0 || random() >= chaos.rate) return undefined;
  return chaos.faults[Math.floor(random() * chaos.faults.length)];
}

async function failEarly(state: SimulatorState, fault: Fault): Promise<Reply | undefined> {
  if (fault.type === 'rate-limit') return refusals.rateLimited(fault.retryAfterMs ?? 1000);
  if (fault.type === 'quota') return refusals.quotaExhausted();
  if (fault.type === 'server-error') return refusals.serverError(fault.status);
  if (fault.type === 'forbidden') return refusals.permissionDenied();
  if (fault.type === 'reset') return { type: 'reset' };
  if (fault.type === 'slow') await state.sleep(fault.ms);
  return undefined;
}

type Routed = { method: string; path: readonly string[]; body: JsonRecord; query: URLSearchParams };

function route(state: SimulatorState, request: Routed): Reply | undefined {
  const { method, body } = request;
  const [resource = '', ...path] = request.path;
  switch (resource) {
    case 'responses':
      return routeResponses(state, { ...request, path });
    case 'conversations':
      return routeConversations(state, { method, path, body });
    case 'containers':
      return method === 'GET' ? routeContainers(state, path) : undefined;
    case 'models':
      return method === 'GET' && path.length < 2 ? routeModels(state, path[0]) : undefined;
    default:
      return undefined;
  }
}

function routeResponses(state: SimulatorState, { method, path, body, query }: Routed): Reply | undefined {
  const [id, action] = path;
  if (id === undefined || path.length > 2) return undefined;
  switch (method) {
    case 'GET':
      if (action === 'input_items') return listInputItems(state, id);
      return action === undefined ? retrieveResponse(state, id, query) : undefined;
    case 'DELETE':
      return action === undefined ? deleteResponse(state, id) : undefined;
    case 'POST':
      if (action === 'cancel') return cancelResponse(state, id);
      if (action !== undefined) return undefined;
      if (id === 'input_tokens') return countInputTokens(body);
      return id === 'compact' ? compactResponse(state, body) : undefined;
    default:
      return undefined;
  }
}

const CREATED = 1_767_225_600;

/** Handles `GET /models` and `GET /models/{id}`. Models that are shut down are omitted. */
function routeModels(state: SimulatorState, id: string | undefined): Reply {
  const living = state.registry.entries.filter((entry) => !isShutDown(entry, state.now()));
  if (id === undefined) return jsonReply({ object: 'list', data: living.map((entry) => describe(entry)) });
  const entry = living.find((candidate) => candidate.id === id);
  return entry ? jsonReply({ ...describe(entry) }) : refusals.chatModelNotFound(id);
}

function describe(entry: ModelEntry): Model {
  return {
    id: entry.id,
    object: 'model',
    created: CREATED,
    owned_by: 'openai',
    shutdown_date: entry.shutdownDate ?? null,
  };
}

/** Handles `POST /responses/compact`: the whole conversation becomes one sealed item. */
function compactResponse(state: SimulatorState, body: JsonRecord): Reply {
  const model = readString(body, 'model');
  if (model === undefined) return refusals.missingParameter('model');
  const id = readString(body, 'previous_response_id');
  const previous = id === undefined ? undefined : state.responses.get(id);
  if (id !== undefined && !previous) return refusals.previousNotFound(id);
  const text = readString(body, 'input');
  const input = text === undefined ? readRecords(body, 'input') : [{ role: 'user', content: text }];
  const items = [...readHistory(previous), ...input];
  const output: CompactedResponse['output'] = [
    { id: state.makeId('cmp_'), type: 'compaction', encrypted_content: sealItems(items) },
  ];
  const compacted: CompactedResponse = {
    id: state.makeId('resp_'),
    object: 'response.compaction',
    created_at: Math.floor(state.now() / 1000),
    output,
    usage: makeUsage({ historyText: JSON.stringify(items), inputText: '', output, effort: 'none' }),
  };
  return jsonReply({ ...compacted });
}

/** Handles reads under `/containers`. Returns undefined for an unknown path. */
function routeContainers(state: SimulatorState, path: readonly string[]): Reply | undefined {
  const [id, part, fileId, content] = path;
  if (id === undefined) return undefined;
  const container = state.containers.get(id);
  if (!container) return refusals.containerNotFound(id);
  const createdAt = Math.floor(container.createdAt / 1000);
  const describeFile = (file: { name: string; content: string }, key: string) => ({
    id: key,
    object: 'container.file',
    container_id: id,
    created_at: createdAt,
    bytes: Buffer.byteLength(file.content),
    path: `/mnt/data/${file.name}`,
    source: 'assistant',
  });
  if (part === undefined) {
    return jsonReply({ id, object: 'container', created_at: createdAt, status: 'running', name: id });
  }
  if (part !== 'files') return undefined;
  if (fileId === undefined)
    return listReply([...container.files].map(([key, file]) => describeFile(file, key)));
  const file = container.files.get(fileId);
  if (!file) return refusals.containerNotFound(fileId);
  if (content === undefined) return jsonReply(describeFile(file, fileId));
  const headers = { 'content-type': 'application/octet-stream' };
  return { type: 'text', status: 200, headers, body: file.content };
}
