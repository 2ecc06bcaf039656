import type { JsonRecord } from '../../json/is-record.ts';
import { readRecord, readRecords, readString } from '../../json/read-field.ts';
import type { StoredConversation } from '../store/conversation-store.ts';
import { refusals } from './refusals.ts';
import { jsonReply, type Reply } from './reply.ts';
import { listReply } from './response-routes.ts';
import type { SimulatorState } from '../simulator-state.ts';

/** Handles all requests under `/conversations`. Returns undefined for an unknown path. */
export function routeConversations(
  state: SimulatorState,
  { method, path, body }: { method: string; path: readonly string[]; body: JsonRecord },
): Reply | undefined {
  const [id, part, itemId, ...rest] = path;
  if (rest.length > 0 || !METHODS.has(method)) return undefined;
  if (id === undefined) {
    if (method !== 'POST') return undefined;
    return describe(
      state.conversations.create(readRecords(body, 'items'), readRecord(body, 'metadata') ?? {}),
    );
  }
  const conversation = state.conversations.get(id);
  if (!conversation) return refusals.conversationNotFound(id);
  if (part === 'items') return routeItems(state, conversation, { method, itemId, body });
  if (part !== undefined) return undefined;
  if (method === 'POST') conversation.metadata = readRecord(body, 'metadata') ?? {};
  if (method === 'DELETE') {
    state.conversations.delete(id);
    return jsonReply({ id, object: 'conversation.deleted', deleted: true });
  }
  return describe(conversation);
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'DELETE']);

function routeItems(
  state: SimulatorState,
  conversation: StoredConversation,
  { method, itemId, body }: { method: string; itemId: string | undefined; body: JsonRecord },
): Reply | undefined {
  if (itemId === undefined) {
    if (method === 'POST')
      return listReply(state.conversations.append(conversation.id, readRecords(body, 'items')));
    return method === 'GET' ? listReply(conversation.items.toReversed()) : undefined;
  }
  if (method === 'POST') return undefined;
  const index = conversation.items.findIndex((item) => readString(item, 'id') === itemId);
  const item = conversation.items[index];
  if (!item) return refusals.conversationNotFound(itemId);
  if (method === 'DELETE') {
    conversation.items.splice(index, 1);
    return describe(conversation);
  }
  return jsonReply(item);
}

function describe({ id, createdAt, metadata }: StoredConversation): Reply {
  return jsonReply({ id, object: 'conversation', created_at: Math.floor(createdAt / 1000), metadata });
}
