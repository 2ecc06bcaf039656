// Shows: a run is suspended before a deletion; another process approves it, and the file is deleted once.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Agent, createRunner, RuleSafetyAgent, tool } from 'sekisho';
import { z } from 'zod';
import { simulatedModel } from '../simulated-model.ts';

const [part = 'whole', place = mkdtempSync(join(tmpdir(), 'sekisho-example-'))] = process.argv.slice(2);

const deleteFile = tool({
  name: 'delete_file',
  description: 'Deletes one file of the folder.',
  parameters: z.object({ name: z.string() }),
  extensions: { manifest: { effect: 'delete', arguments: { name: 'path' } } },
  execute: async ({ name }) => {
    rmSync(join(place, basename(name)));
    return `${name} was deleted.`;
  },
});
const janitor = new Agent({
  name: 'janitor',
  model: simulatedModel([{ name: 'delete_file', arguments: { name: 'old-draft.txt' } }]),
  tools: [deleteFile],
});
const runner = createRunner({
  safetyAgent: new RuleSafetyAgent(),
  agents: [janitor],
  store: { directory: join(place, '.sekisho') },
});

switch (part) {
  case 'ask': {
    const { interruptions } = await runner.run(janitor, 'Please tidy up.');
    assert.equal(interruptions.length, 1, 'The deletion must require an approval.');
    break;
  }
  case 'answer':
    for (const { run_id: runId, approval_id: approvalId } of await runner.getPendingApprovals()) {
      const answer = { decision: 'approve', by: { id: 'mika' } } as const;
      console.log((await runner.approveAndResume(runId, approvalId, answer)).output_text);
    }
    break;
  default: {
    const draft = join(place, 'old-draft.txt');
    writeFileSync(draft, 'An old draft.');
    inAnotherProcess('ask');
    assert.ok(existsSync(draft), 'The file must exist until the request is approved.');
    inAnotherProcess('answer');
    assert.ok(!existsSync(draft), 'The file must be deleted after the approval.');
    const starts = await runner.getExecutionLogs({ event: 'tool.start' });
    assert.equal(starts.length, 1, 'The tool must have run once.');
    assert.ok((await runner.verifyExecutionLog()).ok, 'The log must verify.');
    console.log('Requested in one process, approved in another, deleted once.');
  }
}
await runner.close();
if (part === 'whole') rmSync(place, { recursive: true });

function inAnotherProcess(which: 'ask' | 'answer'): void {
  execFileSync(process.execPath, [...process.execArgv, import.meta.filename, which, place], {
    stdio: 'inherit',
  });
}
