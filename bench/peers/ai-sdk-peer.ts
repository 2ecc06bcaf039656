import { randomUUID } from 'node:crypto';
import { generateText, stepCountIs, tool, type ModelMessage } from 'ai';
import { z } from 'zod';
import { agentFor } from './agent-for.ts';
import { aiScriptModel } from './ai-script-model.ts';
import { ASK_TOOL, DESCRIPTION, QUESTION, READ_TOOL, tellWeather, type Peer } from './peer.ts';

/** The AI SDK: a loop without a store. The program stores the messages of waiting runs, as text, in a map. */
export async function openAiSdk(): Promise<Peer> {
  const inputSchema = z.object({ city: z.string(), days: z.number() });
  const weather = tool({ description: DESCRIPTION, inputSchema, execute: tellWeather });
  const readers = agentFor((calls) => ({
    model: aiScriptModel(READ_TOOL, calls),
    tools: { [READ_TOOL]: weather },
    stopWhen: stepCountIs(100),
  }));
  const asker = {
    model: aiScriptModel(ASK_TOOL, 1),
    tools: { [ASK_TOOL]: weather },
    toolApproval: { [ASK_TOOL]: 'user-approval' as const },
    stopWhen: stepCountIs(100),
  };
  const waiting = new Map<string, string>();
  return {
    run: async (calls) => {
      const { text, steps } = await generateText({ ...readers(calls), prompt: QUESTION });
      if (text === '' || steps.length !== calls + 1) throw new Error('The run did not end.');
    },
    suspend: async () => {
      const messages: ModelMessage[] = [{ role: 'user', content: QUESTION }];
      const { content, responseMessages } = await generateText({ ...asker, messages });
      const request = content.find((part) => part.type === 'tool-approval-request');
      if (request === undefined) throw new Error('The run has no approval request.');
      const name = randomUUID();
      const { approvalId } = request;
      waiting.set(name, JSON.stringify({ approvalId, messages: [...messages, ...responseMessages] }));
      return name;
    },
    list: async () => [...waiting.keys()],
    resume: async (name) => {
      const saved: { approvalId: string; messages: ModelMessage[] } = JSON.parse(waiting.get(name) ?? '');
      waiting.delete(name);
      const { approvalId, messages } = saved;
      const answer = { type: 'tool-approval-response', approvalId, approved: true } as const;
      const { text } = await generateText({
        ...asker,
        messages: [...messages, { role: 'tool', content: [answer] }],
      });
      if (text === '') throw new Error('The run did not end.');
    },
    close: async () => waiting.clear(),
  };
}
