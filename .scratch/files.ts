import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, createRunner, RuleSafetyAgent, tool } from 'sekisho';
import { assistantText, scriptedCall, scriptedModel } from 'sekisho/testing';
import { z } from 'zod';

const folder = mkdtempSync(join(tmpdir(), 'files-'));
for (const name of ['draft-1.txt', 'draft-2.txt', 'contract.pdf']) writeFileSync(join(folder, name), name);

const listFiles = tool({
  name: 'list_files',
  description: 'Lists the files of the folder.',
  parameters: z.object({}),
  extensions: { manifest: { effect: 'read' } },
  execute: async () => readdirSync(folder).join('\n'),
});
const deleteFile = tool({
  name: 'delete_file',
  description: 'Deletes a file of the folder.',
  parameters: z.object({ name: z.string() }),
  extensions: { manifest: { effect: 'delete', arguments: { name: 'path' } } },
  execute: async ({ name }) => {
    rmSync(join(folder, name));
    return `${name} was deleted.`;
  },
});
const model = scriptedModel([
  [scriptedCall('call_1', 'list_files')],
  [
    scriptedCall('call_2', 'delete_file', { name: 'draft-1.txt' }),
    scriptedCall('call_3', 'delete_file', { name: 'contract.pdf' }),
  ],
  [assistantText('The folder is tidy.')],
]);
const janitor = new Agent({ name: 'janitor', model, tools: [listFiles, deleteFile] });
const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), agents: [janitor], store: 'memory' });

const result = await runner.run(janitor, 'Delete the file draft-1.txt.');
for (const { prompt } of result.interruptions) console.log(prompt);
console.log(readdirSync(folder).join(' '));
const [question] = result.interruptions;
const resumed = await runner.approveAndResume(result.run_id, question.approval_id, { decision: 'deny', comment: 'It is still needed.', by: { id: 'mika' } });
console.log(resumed.output_text, readdirSync(folder).join(' '));
await runner.close();
