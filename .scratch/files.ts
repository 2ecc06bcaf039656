import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createRunner, RuleSafetyAgent, tool } from 'sekisho';
import { scriptedCall, scriptedModel } from 'sekisho/testing';
import { z } from 'zod';

mkdirSync('office', { recursive: true });
for (const name of ['draft-1.txt', 'draft-2.txt', 'contract.pdf']) writeFileSync(`office/${name}`, name);

const fileName = z.string().regex(/^[\w-][\w.-]*$/); // no slash: the tool cannot leave its folder
const listFiles = tool({
  name: 'list_files',
  description: 'Lists the files of the office.',
  parameters: z.object({}),
  extensions: { manifest: { effect: 'read' } },
  execute: async () => readdirSync('office').join('\n'),
});
const deleteFile = tool({
  name: 'delete_file',
  description: 'Deletes a file of the office.',
  parameters: z.object({ name: fileName }),
  extensions: { manifest: { effect: 'delete', arguments: { name: 'path' } } },
  execute: async ({ name }) => {
    rmSync(`office/${name}`);
    return `${name} was deleted.`;
  },
});
// A model that makes a mistake: it deletes one file too many.
const model = scriptedModel([
  [scriptedCall('call_1', 'list_files')],
  [scriptedCall('call_2', 'delete_file', { name: 'draft-1.txt' })],
  [scriptedCall('call_3', 'delete_file', { name: 'contract.pdf' })],
]);
const janitor = new Agent({ name: 'janitor', model, tools: [listFiles, deleteFile] });
const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), agents: [janitor] });

const { run_id: runId, interruptions } = await runner.run(janitor, 'Delete the file draft-1.txt.');
for (const { prompt } of interruptions) console.log(prompt);
console.log(readdirSync('office').join(' ')); // contract.pdf draft-2.txt
for (const { approval_id: id } of interruptions) {
  const decision = { decision: 'deny', comment: 'The contract is still needed.', by: { id: 'mika' } } as const;
  await runner.approveAndResume(runId, id, decision);
}
console.log(readdirSync('office').join(' ')); // contract.pdf draft-2.txt
await runner.close();
