import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Agent, createRunner, RuleSafetyAgent } from '../../src/index.ts';
import { FileToolPinStore } from '../../../engine/src/mcp/tools/tool-pins.ts';
import { McpGateway } from '../../src/facade/mcp-gateway.ts';
import { functionCall, scriptedModel, type ScriptedItem } from '../../src/testing/scripted-model.ts';

/**
 * One process of a run that works on files through the official file system server: it starts the run, or decides the
 * approval request of the previous process, prints the progress of the run, and ends.
 */
const [root = '', decision = 'start'] = process.argv.slice(2);
const work = join(root, 'work');
const gateway = new McpGateway({ pins: new FileToolPinStore(join(root, 'pins')) });
await gateway.register({
  server_id: 'files',
  protocol: '2025-11-25',
  command: process.execPath,
  args: [
    join(
      dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json')),
      'dist/index.js',
    ),
    work,
  ],
  manifests: {
    list_directory: { effect: 'read', arguments: { path: 'path' } },
    read_text_file: { effect: 'read', arguments: { path: 'path', head: 'option', tail: 'option' } },
  },
});
if (decision === 'start') {
  for (const seen of await gateway.introspect('files')) {
    if (seen.name === 'list_directory' || seen.name === 'read_text_file') await gateway.accept(seen, 'owner');
  }
}

const STEPS: readonly ScriptedItem[] = [
  functionCall('call_list', 'files__list_directory', { path: work }),
  functionCall('call_read', 'files__read_text_file', { path: join(work, 'notes.txt') }),
  functionCall('call_write', 'files__write_file', {
    path: join(work, 'report.txt'),
    content: 'All is well.',
  }),
  functionCall('call_move', 'files__move_file', {
    source: join(work, 'notes.txt'),
    destination: join(work, 'gone.txt'),
  }),
];
const done: ScriptedItem = {
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'finished' }],
};
// A model has no memory: each request contains the conversation, also in another process.
const stepOf = (input: unknown) =>
  (Array.isArray(input) ? input : []).filter(({ type }) => type === 'function_call').length;
const respond = ({ input }: { input: unknown }) => [STEPS[stepOf(input)] ?? done];
const agent = new Agent({
  name: 'Clerk',
  model: scriptedModel(STEPS.concat(done).map(() => respond)),
  tools: await gateway.toTools('files'),
});
const runner = createRunner({
  safetyAgent: new RuleSafetyAgent(),
  store: { directory: join(root, '.sekisho') },
  agents: [agent],
});

try {
  const [pending] = await runner.getPendingApprovals();
  const task = `List ${work} and read ${join(work, 'notes.txt')}. Write ${join(work, 'report.txt')}, then move ${join(work, 'notes.txt')} to ${join(work, 'gone.txt')}.`;
  const result =
    decision === 'approve' || decision === 'deny'
      ? await runner.approveAndResume(pending?.run_id ?? '', pending?.approval_id ?? '', { decision })
      : await runner.run(agent, task);
  const [waiting] = result.interruptions ?? [];
  console.log(
    JSON.stringify({
      asks: waiting?.prompt,
      output: result.output_text,
      calls: result.tool_calls.map(({ tool_name, status }) => `${tool_name} ${status}`),
      log: (await runner.getExecutionLogs()).map(({ event, decision: word }) => `${event} ${word}`.trim()),
    }),
  );
} finally {
  await runner.close();
  await gateway.close();
}
