// Continues an interrupted graph in a process of its own: answer.ts <directory> <bare|gated> <kill|live>.
// With `kill`, the process dies after the effect, before LangGraph stores the result of the tool.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLangChainGate } from '../../src/index.ts';
import { approval, MANIFESTS, officeAgent } from '../office.ts';

const [directory = '', side, end] = process.argv.slice(2);
const gate = createLangChainGate({
  store: { directory },
  application: 'shop',
  leaseMs: 300,
  manifests: MANIFESTS,
});
const agent = officeAgent({
  directory,
  gate: side === 'gated' ? gate : undefined,
  calls: () => [],
  execute: async (name) => {
    appendFileSync(join(directory, 'effects'), `${name}\n`);
    if (end === 'kill') process.kill(process.pid, 'SIGKILL');
    return 'The mail was sent.';
  },
});
const { messages } = await agent.invoke(approval(), { configurable: { thread_id: 'chat 1' } });
await gate.close();
console.log(messages.at(-1)?.text);
