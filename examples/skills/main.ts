// Shows: a SKILL.md becomes a tool. Reading its steps is allowed; its script runs in your sandbox, after a yes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Agent, createRunner, loadSkills, RuleSafetyAgent, toTools, type SkillSandbox } from 'sekisho';
import { simulatedModel } from '../simulated-model.ts';

const ran: string[] = [];
// The host brings the place where scripts of strangers can do no harm. This one only notes what it was given.
const sandbox: SkillSandbox = {
  run: async ({ skill_id: skill, script }) => {
    ran.push(`${skill}/${script}`);
    return { exit_code: 0, stdout: 'Ordered one bag of leaves.', stderr: '' };
  },
};
const skills = await loadSkills({ dir: join(import.meta.dirname, 'folder') });
assert.deepEqual(
  skills.map(({ descriptor }) => descriptor.skill_id),
  ['tea'],
);

const order = { skill_id: 'tea', script: 'scripts/order.sh', args: [] };
const host = new Agent({
  name: 'host',
  model: simulatedModel([
    { name: 'skill_tea', arguments: { task: 'Make tea for two.' } },
    { name: 'skill_run', arguments: order },
  ]),
  tools: toTools(skills, { sandbox }),
});
const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), agents: [host], store: 'memory' });

const result = await runner.run(host, 'Make tea for two, with the tea skill.');
assert.match(JSON.stringify(result.messages), /cool to 70 degrees/, 'The model has read the steps.');
const [question] = result.interruptions;
assert.match(question?.prompt ?? '', /skill\.run/, 'A script asks first.');
assert.deepEqual(ran, [], 'Nothing runs before the answer.');

const resumed = await runner.approveAndResume(result.run_id, question?.approval_id ?? '', {
  decision: 'approve',
  by: { id: 'mika' },
});
assert.deepEqual(ran, ['tea/scripts/order.sh'], 'The script ran once, in the sandbox.');
assert.match(resumed.output_text, /one bag of leaves/);
await runner.close();
console.log('The steps were read by themselves; the script ran after a yes.');
