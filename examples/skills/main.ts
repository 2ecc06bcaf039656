// Shows: a SKILL.md becomes a tool. Reading its steps is allowed; its script runs in a sandbox after an approval.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnixLocalSandboxClient } from 'sekisho/sandbox/local';
import { Agent, createRunner, createSkillSandbox, loadSkills, RuleSafetyAgent, toTools } from 'sekisho';
import { simulatedModel } from '../simulated-model.ts';

const dir = join(import.meta.dirname, 'folder');
const skills = await loadSkills({ dir });
assert.deepEqual(
  skills.map(({ descriptor }) => descriptor.skill_id),
  ['tea'],
);

// This client runs scripts with the rights of this program. For untrusted scripts use DockerSandboxClient.
const sandbox = createSkillSandbox(new UnixLocalSandboxClient());
const script = 'scripts/order.sh';
const sha256 = createHash('sha256')
  .update(await readFile(join(dir, 'tea', script)))
  .digest('hex');
const host = new Agent({
  name: 'host',
  // A real model finds the digest in the list of files that the first call returns.
  model: simulatedModel([
    { name: 'skill_tea', arguments: { task: 'Make tea for two.' } },
    { name: 'skill_run', arguments: { skill_id: 'tea', script, sha256, args: ['2'] } },
  ]),
  tools: toTools(skills, { sandbox }),
});
const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), agents: [host], store: 'memory' });

const result = await runner.run(host, 'Make tea for two, with the tea skill.');
assert.match(JSON.stringify(result.messages), /cool to 70 degrees/, 'The model has read the steps.');
const [question] = result.interruptions;
assert.match(
  question?.prompt ?? '',
  new RegExp(`skill\\.run.*${sha256}`, 's'),
  'A script requires an approval.',
);

const resumed = await runner.approveAndResume(result.run_id, question?.approval_id ?? '', {
  decision: 'approve',
  by: { id: 'mika' },
});
assert.match(resumed.output_text, /Ordered 2 bags of leaves/, 'The script ran after the approval.');
await runner.close();
console.log('The steps were read without an approval; the script ran after an approval.');
