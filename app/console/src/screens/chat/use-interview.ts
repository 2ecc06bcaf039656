import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readAnswer } from '../../api/read-answer.ts';
import { useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { isRecord } from '../../api/is-record.ts';
import type { ChatClient } from './chat-client.ts';
import { addMessages } from './chat-queries.ts';
import { readConversation } from './read-conversation.ts';
import { readEventStream } from './read-event-stream.ts';

/** A message on its way; the key makes a second attempt the same message. */
export type Sending = { message: string; key: string; sessionId: string | undefined };

/** What has arrived of an answer so far. */
export type PartialAnswer = { question: string; text: string; isDrafting: boolean };

/** What an interview needs to be told and tells. */
export type InterviewOptions = {
  client: ChatClient;
  /** Told when the first message has made a session. */
  onSession: (sessionId: string) => void;
};

/** Sends messages and shows the answer while it is written; the session is made with the first message. */
export function useInterview({ client, onSession }: InterviewOptions) {
  const queries = useQueryClient();
  const [answer, setAnswer] = useState<PartialAnswer>();
  const mutation = useMutation({
    mutationFn: async ({ message, key, sessionId: known }: Sending) => {
      setAnswer({ question: message, text: '', isDrafting: false });
      const sessionId = known ?? (await readAnswer(client.sessions.$post({ json: { context: {} } }))).id;
      const conversation = await streamReply(client, { message, key, sessionId }, (change) =>
        setAnswer((before) => before && change(before)),
      );
      addMessages(queries, sessionId, conversation);
      if (known === undefined) onSession(sessionId);
    },
    onSettled: async () => {
      setAnswer(undefined);
      await queries.invalidateQueries({ queryKey: ['chat', 'sessions'] });
    },
  });
  return { answer, send: mutation.mutate, failure: mutation.error, failed: mutation.variables };
}

async function streamReply(
  client: ChatClient,
  { message, key, sessionId }: Sending & { sessionId: string },
  update: (change: (before: PartialAnswer) => PartialAnswer) => void,
) {
  const response = await client.messages.$post(
    { param: { sessionId }, header: { 'idempotency-key': key }, json: { message } },
    { headers: { accept: 'text/event-stream' } },
  );
  if (response.body === null) throw new TypeError('The answer has no body.');
  for await (const { event, data } of readEventStream(response.body)) {
    const told: unknown = JSON.parse(data);
    if (event === 'delta') update((before) => ({ ...before, text: before.text + textOf(told) }));
    if (event === 'restart') update((before) => ({ ...before, text: '', isDrafting: false }));
    if (event === 'drafting') update((before) => ({ ...before, isDrafting: true }));
    if (event === 'message') return readConversation(told);
    if (event === 'problem') throw new ApiProblem(statusOf(told), told);
  }
  // The answer is stored all the same; asking again with the same key fetches it.
  throw new TypeError('The connection ended before the answer did.');
}

const textOf = (told: unknown) => (isRecord(told) && typeof told['text'] === 'string' ? told['text'] : '');
const statusOf = (told: unknown) =>
  isRecord(told) && typeof told['status'] === 'number' ? told['status'] : 500;
