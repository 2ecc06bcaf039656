import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readResponse } from '../api/read-response.ts';
import { useState } from 'react';
import { ApiProblem } from '../api/api-problem.ts';
import { isRecord } from '../api/is-record.ts';
import type { ChatClient } from '../api/chat/chat-client.ts';
import { addMessages } from '../api/chat/chat-queries.ts';
import { readConversation } from './read-conversation.ts';
import { readEventStream } from './read-event-stream.ts';

/** A message that is being sent. The key identifies it across attempts. */
export type Sending = { message: string; key: string; sessionId: string | undefined };

/** The part of a response that has arrived. */
export type PartialResponse = { message: string; text: string; isDrafting: boolean };

/** The session and the callbacks of a conversation. */
export type ConversationOptions = {
  client: ChatClient;
  /** Called when the first message has created a session. */
  onSession: (sessionId: string) => void;
};

/** Sends messages and returns the response while it arrives. The first message creates the session. */
export function useConversation({ client, onSession }: ConversationOptions) {
  const queries = useQueryClient();
  const [response, setResponse] = useState<PartialResponse>();
  const mutation = useMutation({
    mutationFn: async ({ message, key, sessionId: known }: Sending) => {
      setResponse({ message, text: '', isDrafting: false });
      const sessionId = known ?? (await readResponse(client.sessions.$post({ json: { context: {} } }))).id;
      const conversation = await streamReply(client, { message, key, sessionId }, (change) =>
        setResponse((before) => before && change(before)),
      );
      addMessages(queries, sessionId, conversation);
      if (known === undefined) onSession(sessionId);
    },
    onSettled: async () => {
      setResponse(undefined);
      await queries.invalidateQueries({ queryKey: ['chat', 'sessions'] });
    },
  });
  return { response, send: mutation.mutate, failure: mutation.error, failed: mutation.variables };
}

async function streamReply(
  client: ChatClient,
  { message, key, sessionId }: Sending & { sessionId: string },
  update: (change: (before: PartialResponse) => PartialResponse) => void,
) {
  const response = await client.messages.$post(
    { param: { sessionId }, header: { 'idempotency-key': key }, json: { message } },
    { headers: { accept: 'text/event-stream' } },
  );
  if (response.body === null) throw new TypeError('The response has no body.');
  for await (const { event, data: text } of readEventStream(response.body)) {
    const data: unknown = JSON.parse(text);
    if (event === 'delta') update((before) => ({ ...before, text: before.text + textOf(data) }));
    if (event === 'restart') update((before) => ({ ...before, text: '', isDrafting: false }));
    if (event === 'drafting') update((before) => ({ ...before, isDrafting: true }));
    if (event === 'message') return readConversation(data);
    if (event === 'problem') throw new ApiProblem(statusOf(data), data);
  }
  // The server stores the response in any case; a retry with the same key returns it.
  throw new TypeError('The connection was lost before the end of the response.');
}

const textOf = (data: unknown) => (isRecord(data) && typeof data['text'] === 'string' ? data['text'] : '');
const statusOf = (data: unknown) =>
  isRecord(data) && typeof data['status'] === 'number' ? data['status'] : 500;
