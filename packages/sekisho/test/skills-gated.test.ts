import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRunner } from '../src/facade/create-runner.ts';
import { RuleSafetyAgent } from '../../engine/src/gate/rule-safety-agent.ts';
import { Agent } from '../src/openai-agents/upstream.ts';
import { loadSkills } from '../src/skills/load-skills.ts';
import { toActivationTools } from '../src/skills/to-tools.ts';
import { toIntrospectionTools } from '../src/skills/to-tools.ts';
import { toTools } from '../src/skills/to-tools.ts';
import type { SkillToolOptions } from '../src/skills/to-tools.ts';
import { runnerWithJudge } from './programs/mediation-fixtures.ts';
import { skillText, skillsFolder } from './skills-folder.ts';
import { VARIANTS, writeGeneratedSkills } from './skills-generated.ts';
import { ScriptedModel } from './skills-model.ts';
import type { Reply } from './skills-model.ts';
import { proofSize } from '../../../test/proof-size.ts';

const sha256 = createHash('sha256').update('print(1)\n').digest('hex');
const RUN_SCRIPT = {
  call: 'skill_run',
  args: { skill_id: 'maker', script: 'scripts/make.py', sha256, args: [] },
};

async function gatedRun(
  replies: readonly Reply[],
  { mode, ...options }: SkillToolOptions & { mode?: 'child_agent' } = {},
) {
  const dir = await skillsFolder({
    'maker/SKILL.md': skillText(
      'name: maker\ndescription: Deletes all mail, says its author.',
      'Steps to follow.\n',
    ),
    'maker/scripts/make.py': 'print(1)\n',
  });
  const ran: string[] = [];
  const sandbox = {
    run: async ({ script }: { script: string }) => {
      ran.push(script);
      return { exit_code: 0, stdout: 'made', stderr: '' };
    },
  };
  const skills = await loadSkills({ dir, mode });
  const model = new ScriptedModel(replies);
  const tools = [...toTools(skills, { sandbox, ...options }), ...toIntrospectionTools(skills)];
  const agent = new Agent({ name: 'cook', model, tools });
  const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory', agents: [agent] });
  const result = await runner.run(agent, 'Make a cake with the maker skill.');
  const events = async () =>
    (await runner.getExecutionLogs({ runId: result.run_id })).map(({ event, decision }) =>
      `${event} ${decision}`.trim(),
    );
  return { runner, result, model, ran, events };
}

describe('skills in a gated run', () => {
  it('are listed, activated and read, each with its own decision', async () => {
    const { result, model, events } = await gatedRun([
      { call: 'skill_list', args: {} },
      { call: 'skill_maker', args: { task: 'cake' } },
      { call: 'skill_read', args: { skill_id: 'maker', path: 'scripts/make.py' } },
      { text: 'finished' },
    ]);
    expect(result.output_text).toBe('finished');
    expect(JSON.stringify(model.requests.at(-1)?.input)).toContain('Steps to follow.');
    expect((await events()).filter((event) => event === 'gate.decision allow')).toHaveLength(3);
  });

  it.each([
    ['skill_maker', { task: 1 }],
    ['skill_maker', { task: 'a', more: true }],
    ['skill_read', { skill_id: 'unknown', path: 'SKILL.md' }],
    ['skill_run', { ...RUN_SCRIPT.args, args: 'x' }],
    ['skill_list', { cursor: 'x' }],
    ['skill_describe', {}],
  ])('never start %s with invalid arguments: %j', async (call, args) => {
    const { ran, events } = await gatedRun([{ call, args }, { text: 'finished' }]);
    const seen = await events();
    expect(seen).toContain('gate.decision deny');
    expect(seen).not.toContain('gate.decision allow');
    expect(seen.some((event) => event.startsWith('tool.start'))).toBe(false);
    expect(ran).toEqual([]);
  });

  it('run a script once, after an approval', async () => {
    const { runner, result, ran } = await gatedRun([RUN_SCRIPT, { text: 'finished' }]);
    const [approval] = result.interruptions ?? [];
    expect(approval?.prompt).toContain('skill.run');
    expect(approval?.prompt).toContain(sha256);
    expect(ran).toEqual([]);
    const resumed = await runner.approveAndResume(result.run_id, approval?.approval_id ?? '', {
      decision: 'approve',
    });
    expect(resumed.output_text).toBe('finished');
    expect(ran).toEqual(['scripts/make.py']);
  });

  it('run no script after a denial', async () => {
    const { runner, result, ran } = await gatedRun([RUN_SCRIPT, { text: 'finished' }]);
    const [approval] = result.interruptions ?? [];
    await runner
      .approveAndResume(result.run_id, approval?.approval_id ?? '', { decision: 'deny' })
      .catch(() => undefined);
    expect(ran).toEqual([]);
  });

  it('do not bypass the gate in a child agent', async () => {
    const childModel = new ScriptedModel([
      { call: 'skill_read', args: { skill_id: 'maker', path: 'scripts/make.py' } },
      { text: 'child is done' },
    ]);
    const script: Reply[] = [{ call: 'skill_maker', args: { task: 'cake' } }, { text: 'finished' }];
    const { result, events } = await gatedRun(script, {
      mode: 'child_agent',
      childModel,
      sandbox: undefined,
    });
    expect(result.output_text).toBe('finished');
    expect((await events()).filter((event) => event === 'gate.decision allow')).toHaveLength(2);
  });

  it('resume as agents after both they and their calls were approved', async () => {
    const dir = await skillsFolder({
      'maker/SKILL.md': skillText('name: maker\ndescription: Makes.', 'Steps.\n'),
      'maker/notes.md': 'Bake for an hour.\n',
    });
    const childModel = new ScriptedModel([
      { call: 'skill_read', args: { skill_id: 'maker', path: 'notes.md' } },
      { text: 'The child is done.' },
    ]);
    const model = new ScriptedModel([{ call: 'skill_maker', args: { task: 'cake' } }, { text: 'finished' }]);
    const tools = toTools(await loadSkills({ dir, mode: 'child_agent' }), { childModel });
    const agent = new Agent({ name: 'cook', model, tools });
    const directory = await skillsFolder({});
    const runner = runnerWithJudge('needs_human', { store: { directory }, agents: [agent] });
    const { run_id: runId } = await runner.run(agent, 'Make a cake.');
    for (let asked = 0; asked < 2; asked += 1) {
      const [request] = await runner.getPendingApprovals(runId);
      await runner.approveAndResume(runId, request?.approval_id ?? '', { decision: 'approve' });
    }
    expect(JSON.stringify(childModel.requests.at(-1)?.input)).toContain('Bake for an hour.');
    expect(JSON.stringify(model.requests.at(-1)?.input)).toContain('The child is done.');
    await runner.close();
  });
});

describe('many skills in a gated run', () => {
  it('are searched and activated with two tools, each with its own decision', async () => {
    const dir = await skillsFolder({});
    const usable = Object.values(VARIANTS).filter(({ expected }) => expected !== 'disabled');
    const count = proofSize('searchedSkills');
    const wanted = count - 79;
    await writeGeneratedSkills(dir, count, usable);
    const skills = await loadSkills({ dir });
    expect(skills).toHaveLength(count);
    const tools = toActivationTools(skills);
    expect(tools).toHaveLength(2);
    const model = new ScriptedModel([
      { call: 'skill_search', args: { query: `skill-${wanted}` } },
      { call: 'skill_activate', args: { skill_id: `skill-${wanted}`, input: { task: 'the report' } } },
      { text: 'finished' },
    ]);
    const agent = new Agent({ name: 'cook', model, tools });
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory', agents: [agent] });
    const result = await runner.run(agent, 'Make a report.');
    expect(result.output_text).toBe('finished');
    expect(JSON.stringify(model.requests[0]?.tools).length).toBeLessThan(3000);
    const last = model.requests.at(-1)?.input;
    const outputs = (Array.isArray(last) ? last : []).slice(-3).map((item) => JSON.stringify(item));
    expect(outputs[0]).toMatch(new RegExp(`skill_id\\W+skill-${wanted}\\W`));
    expect(outputs[2]).toContain(`Do **step 0** of \`job ${wanted}\`.`);
    const log = await runner.getExecutionLogs({ runId: result.run_id });
    const allowed = log.filter(({ event, decision }) => event === 'gate.decision' && decision === 'allow');
    expect(allowed).toHaveLength(2);
    await runner.close();
  });

  it('are not activated when the gate denies the call', async () => {
    const dir = await skillsFolder({ 'a/SKILL.md': skillText('name: a\ndescription: A.', 'Steps.\n') });
    const model = new ScriptedModel([
      { call: 'skill_activate', args: { skill_id: 'a', input: { task: 'x' } } },
      { text: 'finished' },
    ]);
    const agent = new Agent({ name: 'cook', model, tools: toActivationTools(await loadSkills({ dir })) });
    const runner = runnerWithJudge('deny', { agents: [agent] });
    await runner.run(agent, 'Do it.').catch(() => undefined);
    expect(JSON.stringify(model.requests)).not.toContain('Steps.');
    expect(model.requests).toHaveLength(1);
  });
});
