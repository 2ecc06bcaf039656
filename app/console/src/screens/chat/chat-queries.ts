import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { AnswerWarning } from '../../../../server/src/domain/ai-conversation-error-code.ts';
import { readAnswer } from '../../api/read-answer.ts';
import type { ChatClient } from './chat-client.ts';

const MAX_MESSAGES = '200';
const MAX_SESSIONS = '30';
const MAX_PLANS = '200';

/** The interviews of the person in which a text occurs, the newest first. */
export const sessionsQuery = (client: ChatClient, text = '') =>
  queryOptions({ queryKey: ['chat', 'sessions', text], queryFn: () => fetchSessions(client, text) });

/** Everything that was said in an interview, the oldest first. */
export const messagesQuery = (client: ChatClient, sessionId: string) =>
  queryOptions({ queryKey: messagesKey(sessionId), queryFn: () => fetchMessages(client, sessionId) });

/** The first thing that was said in an interview; it never changes. */
export const firstMessageQuery = (client: ChatClient, sessionId: string) =>
  queryOptions({
    queryKey: ['chat', 'first', sessionId],
    queryFn: async () => {
      const request = client.sessions[':sessionId'].messages.$get({
        param: { sessionId },
        query: { limit: '1' },
      });
      return (await readAnswer(request)).items[0] ?? null;
    },
    staleTime: Infinity,
  });

/** The templates of the person in which a text occurs, the newest first. */
export const templatesQuery = (client: ChatClient, text = '') =>
  queryOptions({ queryKey: ['chat', 'templates', text], queryFn: () => fetchTemplates(client, text) });

/** The cases of the person in which a text occurs, the newest first. */
export const casesQuery = (client: ChatClient, text = '') =>
  queryOptions({ queryKey: ['chat', 'cases', text], queryFn: () => fetchCases(client, text) });

/** One case with its dates and warnings. */
export const caseQuery = (client: ChatClient, id: string) =>
  queryOptions({
    queryKey: ['chat', 'case', id],
    queryFn: () => readAnswer(client.cases[':id'].$get({ param: { id } })),
  });

/** An interview as the server tells it. */
export type ChatSession = Awaited<ReturnType<typeof fetchSessions>>[number];

/** A message as the server tells it. */
export type ChatMessage = Awaited<ReturnType<typeof fetchMessages>>[number];

/** A template as the server tells it. */
export type ChatTemplate = Awaited<ReturnType<typeof fetchTemplates>>[number];

/** A case as the server tells it. */
export type ChatCase = Awaited<ReturnType<typeof fetchCases>>[number];

/** Puts new messages behind those that are known, each one once. */
export function addMessages(queries: QueryClient, sessionId: string, added: readonly ChatMessage[]): void {
  queries.setQueryData<ChatMessage[]>(messagesKey(sessionId), (known = []) => {
    const ids = new Set(known.map(({ id }) => id));
    return [...known, ...added.filter(({ id }) => !ids.has(id))];
  });
}

/** Puts a message in the place of what was known of it. */
export function replaceMessage(queries: QueryClient, changed: ChatMessage): void {
  queries.setQueryData<ChatMessage[]>(messagesKey(changed.sessionId), (known) =>
    known?.map((message) => (message.id === changed.id ? changed : message)),
  );
}

const messagesKey = (sessionId: string) => ['chat', 'messages', sessionId];

async function fetchSessions(client: ChatClient, q: string) {
  return (await readAnswer(client.sessions.$get({ query: { limit: MAX_SESSIONS, q } }))).items;
}

async function fetchTemplates(client: ChatClient, q: string) {
  return (await readAnswer(client.templates.$get({ query: { limit: MAX_PLANS, q } }))).items;
}

async function fetchCases(client: ChatClient, q: string) {
  return (await readAnswer(client.cases.$get({ query: { limit: MAX_PLANS, q } }))).items;
}

async function fetchMessages(client: ChatClient, sessionId: string) {
  const found = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = { limit: MAX_MESSAGES, ...(cursor === '' ? {} : { cursor }) };
    const page: { items: Message[]; cursor: string | null } = await readAnswer(
      client.sessions[':sessionId'].messages.$get({ param: { sessionId }, query }),
    );
    found.push(...page.items);
    cursor = page.cursor;
  }
  return found;
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
