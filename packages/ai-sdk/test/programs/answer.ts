// Answers one request in a process of its own: answer.ts <directory> <bare|gated> <kill|live> <messages as JSON>.
// With `kill`, the process dies after the effect, before the AI SDK receives the result of the tool.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAiThreads } from '../../src/index.ts';
import { MANIFESTS, modelWith, officeTools, request } from '../office.ts';

const [directory = '', side, end, messages = '[]'] = process.argv.slice(2);
const tools = officeTools(async (name) => {
  appendFileSync(join(directory, 'effects'), `${name}\n`);
  if (end === 'kill') process.kill(process.pid, 'SIGKILL');
  return 'The mail was sent.';
});
const threads = createAiThreads({
  store: { directory },
  application: 'shop',
  leaseMs: 300,
  manifests: MANIFESTS,
});
const thread = side === 'gated' ? await threads.open({ id: 'chat 1' }) : undefined;
const { text } = await request({ model: modelWith([]), tools, messages: JSON.parse(messages), thread });
await thread?.close();
await threads.close();
console.log(text);
