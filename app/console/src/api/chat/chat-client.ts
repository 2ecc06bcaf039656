import { hc } from 'hono/client';
import type { createCaseRoutes } from '../../../../server/src/processes/cases/case-routes.ts';
import type { createMessageRoutes } from '../../../../server/src/chat/message-routes.ts';
import type { createSessionRoutes } from '../../../../server/src/chat/session-routes.ts';
import type { createTemplateRoutes } from '../../../../server/src/processes/templates/template-routes.ts';

/** Creates the client of the chat service. Paths and types are those of the server's routes. */
export function createChatClient(fetch: typeof globalThis.fetch) {
  const cases = hc<ReturnType<typeof createCaseRoutes>>('/', { fetch });
  return {
    sessions: hc<ReturnType<typeof createSessionRoutes>>('/', { fetch })['ai-agent'].sessions,
    messages: hc<ReturnType<typeof createMessageRoutes>>('/', { fetch })['ai-agent'].sessions[':sessionId']
      .messages,
    templates: hc<ReturnType<typeof createTemplateRoutes>>('/', { fetch })['process-templates'],
    starts: cases['process-templates'],
    cases: cases.cases,
  };
}

/** The client of the chat service. */
export type ChatClient = ReturnType<typeof createChatClient>;
