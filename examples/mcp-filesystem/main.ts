// Shows: the official MCP file system server. Accepted reads are allowed; a write requires an approval.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Agent, createRunner, McpGateway, MemoryToolPinStore, RuleSafetyAgent } from 'sekisho';
import { simulatedModel } from '../simulated-model.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sekisho-example-')));
const notes = join(folder, 'notes.txt');
const report = join(folder, 'report.txt');
writeFileSync(notes, 'Buy milk.');

const server = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json');
const gateway = new McpGateway({ pins: new MemoryToolPinStore() });
await gateway.register({
  server_id: 'files',
  command: process.execPath,
  args: [join(dirname(server), 'dist/index.js'), folder],
  manifests: {
    read_text_file: { effect: 'read', arguments: { path: 'path', head: 'option', tail: 'option' } },
  },
});
// A person reviews the definition of a tool once. A changed definition requires an approval again.
for (const seen of await gateway.introspect('files')) {
  if (seen.name === 'read_text_file') await gateway.accept(seen, 'mika');
}

const model = simulatedModel([
  { name: 'files__read_text_file', arguments: { path: notes } },
  { name: 'files__write_file', arguments: { path: report, content: 'All is well.' } },
]);
const clerk = new Agent({ name: 'clerk', model, tools: await gateway.toTools('files') });
const runner = createRunner({
  safetyAgent: new RuleSafetyAgent(),
  agents: [clerk],
  store: 'memory',
  mcp: gateway,
});
try {
  const first = await runner.run(clerk, `Read ${notes} and write ${report}.`);
  assert.deepEqual(
    first.tool_calls.map(({ tool_name: name, status }) => `${name} ${status}`),
    ['mcp:files/read_text_file done'],
    'The accepted read needs no approval.',
  );
  const [question] = first.interruptions;
  assert.match(
    question?.prompt ?? '',
    /write_file/,
    'A definition that was not accepted requires an approval for each call.',
  );
  assert.ok(!existsSync(report), 'The file is not written before the approval.');

  await runner.approveAndResume(first.run_id, question?.approval_id ?? '', {
    decision: 'approve',
    by: { id: 'mika' },
  });
  assert.equal(readFileSync(report, 'utf8'), 'All is well.', 'The file exists after the approval.');
  console.log('Read without an approval, wrote after an approval.');
} finally {
  await runner.close();
  await gateway.close();
  rmSync(folder, { recursive: true });
}
