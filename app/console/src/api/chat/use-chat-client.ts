import { useMemo } from 'react';
import { useFetch } from '../use-fetch.ts';
import { createChatClient, type ChatClient } from './chat-client.ts';

/** Returns the client of the chat service for the signed-in person. */
export function useChatClient(): ChatClient {
  const fetch = useFetch();
  return useMemo(() => createChatClient(fetch), [fetch]);
}
