import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { AnswerWarning } from '../../../../server/src/chat/conversation/ai-conversation-error-code.ts';
import { readResponse } from '../read-response.ts';
import type { ChatClient } from './chat-client.ts';

const PAGE_ROWS = '200';
const MAX_SESSIONS = '30';

/** Queries the person's conversations that contain a text, newest first. */
export const sessionsQuery = (client: ChatClient, text = '') =>
  queryOptions({ queryKey: ['chat', 'sessions', text], queryFn: () => fetchSessions(client, text) });

/** Queries all messages of a conversation, oldest first. */
export const messagesQuery = (client: ChatClient, sessionId: string) =>
  queryOptions({ queryKey: messagesKey(sessionId), queryFn: () => fetchMessages(client, sessionId) });

/** Queries the first message of a conversation, which never changes. */
export const firstMessageQuery = (client: ChatClient, sessionId: string) =>
  queryOptions({
    queryKey: ['chat', 'first', sessionId],
    queryFn: async () => {
      const request = client.sessions[':sessionId'].messages.$get({
        param: { sessionId },
        query: { limit: '1' },
      });
      return (await readResponse(request)).items[0] ?? null;
    },
    staleTime: Infinity,
  });

/** Queries the person's templates that contain a text, newest first. */
export const templatesQuery = (client: ChatClient, text = '') =>
  queryOptions({ queryKey: ['chat', 'templates', text], queryFn: () => fetchTemplates(client, text) });

/** Queries the person's cases that contain a text, newest first. */
export const casesQuery = (client: ChatClient, text = '') =>
  queryOptions({ queryKey: ['chat', 'cases', text], queryFn: () => fetchCases(client, text) });

/** Queries one case with its dates and warnings. */
export const caseQuery = (client: ChatClient, id: string) =>
  queryOptions({
    queryKey: ['chat', 'case', id],
    queryFn: () => readResponse(client.cases[':id'].$get({ param: { id } })),
  });

/** A conversation in a response of the server. */
export type ChatSession = Awaited<ReturnType<typeof fetchSessions>>[number];

/** A message in a response of the server. */
export type ChatMessage = Awaited<ReturnType<typeof fetchMessages>>[number];

/** A template in a response of the server. */
export type ChatTemplate = Awaited<ReturnType<typeof fetchTemplates>>[number];

/** A case in a response of the server. */
export type ChatCase = Awaited<ReturnType<typeof fetchCases>>[number];

/** Appends new messages to the known ones, each once. */
export function addMessages(queries: QueryClient, sessionId: string, added: readonly ChatMessage[]): void {
  queries.setQueryData<ChatMessage[]>(messagesKey(sessionId), (known = []) => {
    const ids = new Set(known.map(({ id }) => id));
    return [...known, ...added.filter(({ id }) => !ids.has(id))];
  });
}

/** Replaces the cached version of a message. */
export function replaceMessage(queries: QueryClient, changed: ChatMessage): void {
  queries.setQueryData<ChatMessage[]>(messagesKey(changed.sessionId), (known) =>
    known?.map((message) => (message.id === changed.id ? changed : message)),
  );
}

const messagesKey = (sessionId: string) => ['chat', 'messages', sessionId];

async function fetchSessions(client: ChatClient, q: string) {
  return (await readResponse(client.sessions.$get({ query: { limit: MAX_SESSIONS, q } }))).items;
}

const fetchTemplates = (client: ChatClient, q: string) =>
  readAll((page) => readResponse(client.templates.$get({ query: { ...page, q } })));

const fetchCases = (client: ChatClient, q: string) =>
  readAll((page) => readResponse(client.cases.$get({ query: { ...page, q } })));

const fetchMessages = (client: ChatClient, sessionId: string) =>
  readAll<Message>((query) =>
    readResponse(client.sessions[':sessionId'].messages.$get({ param: { sessionId }, query })),
  );

/** Reads all pages of a list. */
async function readAll<Item>(
  readPage: (page: { limit: string; cursor?: string }) => Promise<{ items: Item[]; cursor: string | null }>,
): Promise<Item[]> {
  let { items, cursor } = await readPage({ limit: PAGE_ROWS });
  while (cursor !== null) {
    const next = await readPage({ limit: PAGE_ROWS, cursor });
    items = [...items, ...next.items];
    ({ cursor } = next);
  }
  return items;
}

type Message = {
  id: string;
  sessionId: string;
  role: 'user' | 'assistant';
  content: string;
  warnings: AnswerWarning[];
  feedback: { rating: 'good' | 'bad'; comment: string | null; createdAt: string } | null;
  createdAt: string;
};
