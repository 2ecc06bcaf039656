import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillText, skillsFolder } from '../../../test/skills-folder.ts';
import { ScriptedModel } from '../../../test/skills-model.ts';
import type { Reply } from '../../../test/skills-model.ts';
import { Agent, RunContext, Runner, tool } from '../../openai-agents/upstream.ts';
import { loadSkills } from '../load-skills.ts';
import { skillToolOrigins } from './skill-tool.ts';
import { toTools } from '../to-tools.ts';

const offered = ['Read', 'Write', 'web_search'].map((name) =>
  tool({
    name,
    description: name,
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
    execute: async () => `${name} done`,
  }),
);

async function childOf(header: string, replies: readonly Reply[] = [{ text: 'child says hello' }]) {
  const text = skillText(
    `name: child\ndescription: Delegates.\n${header}`,
    '# Child\n\nFollow these steps.\n',
  );
  const dir = await skillsFolder({ 'child/SKILL.md': text, 'child/notes.md': 'notes' });
  const model = new ScriptedModel(replies);
  const skills = await loadSkills({ dir, mode: 'child_agent' });
  const tools = toTools(skills, { childTools: offered, childModel: model });
  const use = async (args: unknown) => String(await tools[0]?.invoke(new RunContext(), JSON.stringify(args)));
  return { dir, model, tools, use };
}

describe('a skill as a child agent', () => {
  it('is one tool that starts an agent with the text of the skill', async () => {
    const { tools, use, model } = await childOf('');
    expect(tools.map(({ name }) => name)).toEqual(['skill_child']);
    expect(skillToolOrigins(tools)).toMatchObject([
      { canonical_id: 'skill:child', effect: 'execute', trusted: false },
    ]);
    expect(await use({ task: 'say hello' })).toBe('child says hello');
    expect(model.requests[0]?.systemInstructions).toMatch(/comes from outside[\s\S]*Follow these steps\./);
    expect(JSON.stringify(model.requests[0]?.input)).toContain('say hello');
  });

  it('receives the same text as a function tool returns: the arguments and the files', async () => {
    const files = {
      'a/SKILL.md': skillText('name: a\ndescription: A.', 'Bake $ARGUMENTS now.\n'),
      'a/notes.md': 'notes',
      'a/scripts/bake.sh': 'echo',
    };
    const dir = await skillsFolder(files);
    const args = { task: 'bake', arguments: 'a cake' };
    const model = new ScriptedModel([{ text: 'one' }, { text: 'two' }]);
    const [child] = toTools(await loadSkills({ dir, mode: 'child_agent' }), { childModel: model });
    const [twin] = toTools(await loadSkills({ dir }));
    const other = { task: 'bake', arguments: 'bread' };
    const calls = [args, other].map((each) => child?.invoke(new RunContext(), JSON.stringify(each)));
    await Promise.all(calls);
    const instructions = model.requests.map(({ systemInstructions }) => systemInstructions);
    for (const each of [args, other]) {
      const returned = String(await twin?.invoke(new RunContext(), JSON.stringify(each)));
      expect(returned).toContain(`Bake ${each.arguments} now.`);
      expect(returned).toContain('- notes.md');
      // The two calls run at the same time, in any order.
      expect(instructions).toContainEqual(expect.stringContaining(returned));
    }
  });

  it.each([
    ['no bound', '', ['Read', 'Write', 'web_search']],
    ['a bound', 'allowed-tools: Read, Bash', ['Read']],
    ['another spelling', 'allowed-tools: web.search', ['web_search']],
    ['part of a tool', 'allowed-tools: Write(docs/*)', []],
    ['an empty bound', 'allowed-tools: []', []],
  ])('receives with %s only offered tools within it', async (_case, header, names) => {
    const { use, model } = await childOf(header);
    await use({ task: 'x' });
    expect(model.requests[0]?.tools.map((given) => given.name)).toEqual([...names, 'skill_read']);
  });

  it('has the effect read when it has no other tools', async () => {
    const { tools } = await childOf('allowed-tools: []');
    expect(skillToolOrigins(tools)).toMatchObject([{ effect: 'read' }]);
  });

  it('reads the files of its own skill', async () => {
    const read = { call: 'skill_read', args: { skill_id: 'child', path: 'notes.md' } };
    const { use, model } = await childOf('', [read, { text: 'read it' }]);
    expect(await use({ task: 'x' })).toBe('read it');
    expect(JSON.stringify(model.requests[1]?.input)).toContain('"notes"');
  });

  it.each([[{}], [{ task: '' }], [{ task: 1 }], [{ task: 'a', more: 1 }], [[1]], [null]])(
    'does not start for %j',
    async (args) => {
      const { use, model } = await childOf('');
      await use(args);
      expect(model.requests).toEqual([]);
    },
  );

  it('accepts schemas that strict mode cannot express', async () => {
    const schema =
      'input_schema: {type: object, oneOf: [{required: [a]}, {required: [b]}], additionalProperties: {type: string}}';
    const { tools, use, model } = await childOf(schema);
    expect(tools[0]).toMatchObject({
      strict: false,
      parameters: { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    });
    await use({ a: 'x', b: 'y' });
    expect(model.requests).toEqual([]);
    await use({ a: 'x' });
    expect(JSON.stringify(model.requests[0]?.input)).toContain('a');
  });

  it('rejects a text that changed after it was loaded', async () => {
    const { use, model, dir } = await childOf('');
    await writeFile(join(dir, 'child/SKILL.md'), skillText('name: child\ndescription: Evil.'));
    await use({ task: 'x' });
    expect(model.requests).toEqual([]);
  });

  it('stops after the maximum number of turns', async () => {
    const again = { call: 'Read', args: {} };
    const { use, model } = await childOf(
      '',
      Array.from({ length: 30 }, () => again),
    );
    await use({ task: 'x' });
    expect(model.requests).toHaveLength(8);
  });

  it('returns a result that matches its output schema', async () => {
    const schema =
      'output_schema: {type: object, properties: {ok: {type: boolean}}, required: [ok], additionalProperties: false}';
    const { use, model } = await childOf(schema, [{ text: '{"ok":true}' }]);
    expect(JSON.parse(await use({ task: 'x' }))).toEqual({ ok: true });
    expect(model.requests[0]?.outputType).toMatchObject({ type: 'json_schema', strict: true });
  });

  it('works as a tool of an agent in a run', async () => {
    const { tools } = await childOf('');
    const parent = new ScriptedModel([
      { call: 'skill_child', args: { task: 'x' } },
      { text: 'parent is done' },
    ]);
    const agent = new Agent({ name: 'parent', model: parent, tools });
    const result = await new Runner({ tracingDisabled: true }).run(agent, 'go');
    expect(result.finalOutput).toBe('parent is done');
    expect(JSON.stringify(parent.requests[1]?.input)).toContain('child says hello');
  });
});
