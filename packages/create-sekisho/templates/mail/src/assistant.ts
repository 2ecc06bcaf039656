import { Agent, createRunner, RuleSafetyAgent, tool, type Model } from 'sekisho';
import { z } from 'zod';
import type { Mailbox } from './mailbox.ts';

/** The agent. Without a model, the one of OPENAI_API_KEY is used. */
export function createAssistant(mailbox: Mailbox, model?: Model) {
  const searchMail = tool({
    name: 'search_mail',
    description: 'Searches the mails of the user.',
    parameters: z.object({ words: z.string() }),
    extensions: { manifest: { effect: 'read', arguments: { words: 'content' } } },
    execute: async ({ words }) => mailbox.search(words),
  });
  const sendMail = tool({
    name: 'send_mail',
    description: 'Sends a mail.',
    parameters: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
    extensions: {
      manifest: { effect: 'send', arguments: { to: 'recipient', subject: 'content', body: 'content' } },
    },
    execute: async ({ to, subject, body }) => {
      mailbox.sent.push({ to, subject, body });
      return `Sent to ${to}.`;
    },
  });
  const instructions = 'You read and send mails for the user.';
  return new Agent({
    name: 'mail assistant',
    instructions,
    tools: [searchMail, sendMail],
    ...(model && { model }),
  });
}

/** Every call passes the gate of this runner. Runs that wait are stored in the folder, and survive a crash. */
export const createGate = (assistant: Agent, store: 'memory' | { directory: string }) =>
  createRunner({ safetyAgent: new RuleSafetyAgent(), agents: [assistant], store });
