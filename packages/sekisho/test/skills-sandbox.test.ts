import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxClient } from '@openai/agents-core/sandbox';
import { UnixLocalSandboxClient } from '@openai/agents-core/sandbox/local';
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { createRunner } from '../src/facade/create-runner.ts';
import { RuleSafetyAgent } from '../../engine/src/gate/rule-safety-agent.ts';
import { Agent, RunContext } from '../src/openai-agents/upstream.ts';
import { loadSkills } from '../src/skills/load-skills.ts';
import { toActivationTools } from '../src/skills/to-tools.ts';
import { toTools } from '../src/skills/to-tools.ts';
import { createSkillSandbox } from '../src/skills/tools/skill-sandbox.ts';
import type { SkillSandboxClient } from '../src/skills/tools/skill-sandbox.ts';
import type { SkillToolOptions } from '../src/skills/to-tools.ts';
import { skillText, skillsFolder } from './skills-folder.ts';
import { ScriptedModel } from './skills-model.ts';

const SKILL = { 'a/SKILL.md': skillText('name: a\ndescription: A.', 'Run the script.\n') };

async function localSandbox(files: Record<string, string>, options: SkillToolOptions = {}) {
  const dir = await skillsFolder({ ...SKILL, ...files });
  const workspaces = await skillsFolder({});
  const sandbox = createSkillSandbox(new UnixLocalSandboxClient({ workspaceBaseDir: workspaces }));
  const tools = toTools(await loadSkills({ dir }), { sandbox, ...options });
  const run = async (script: string, args: readonly string[] = []) => {
    const sha256 = createHash('sha256')
      .update(files[`a/${script}`] ?? '')
      .digest('hex');
    const call = JSON.stringify({ skill_id: 'a', script, sha256, args });
    const result = String(await tools.at(-1)?.invoke(new RunContext(), call));
    return result.startsWith('{') ? JSON.parse(result) : result;
  };
  return { dir, sandbox, run, workspaces };
}

describe('a script on the local sandbox client of the Agents SDK', () => {
  it('receives its arguments unchanged, the files of its skill, and only the given variables', async () => {
    vi.stubEnv('SECRET_OF_THE_HOST', 'abc');
    onTestFinished(() => void vi.unstubAllEnvs());
    const script = [
      'import json, os, sys, pathlib',
      'print(json.dumps({"args": sys.argv[1:], "guide": pathlib.Path("references/guide.md").read_text(),',
      '  "env": dict(os.environ), "in": sys.stdin.read()}))',
    ].join('\n');
    const { run, dir } = await localSandbox(
      { 'a/scripts/make.py': script, 'a/references/guide.md': 'Bake.' },
      { scriptEnvironment: { LANG: 'C.UTF-8' } },
    );
    const args = ['a b', "it's; rm -rf /", '/workspace/x', '$HOME `date`', '', '日本\n語', '--flag'];
    const { exit_code, stdout, stderr } = await run('scripts/make.py', args);
    expect({ exit_code, stderr }).toEqual({ exit_code: 0, stderr: '' });
    const seen = JSON.parse(stdout);
    expect(seen).toMatchObject({ args, guide: 'Bake.', env: { LANG: 'C.UTF-8' }, in: '' });
    expect(seen.env).not.toHaveProperty('SECRET_OF_THE_HOST');
    expect(stdout).not.toContain(dir);
  });

  it.each([
    ['an interpreter in its first line', 'scripts/tool', '#!/bin/sh\necho "out $1"; echo err >&2; exit 3\n'],
    ['its file extension', 'tool.sh', 'echo "out $1"; echo err >&2; exit 3\n'],
    ['a name with a quote', "scripts/it's.sh", 'echo "out $1"; echo err >&2; exit 3\n'],
  ])('is started by %s and returns both outputs and its code', async (_case, path, content) => {
    const { run } = await localSandbox({ [`a/${path}`]: content });
    expect(await run(path, ['x'])).toEqual({ exit_code: 3, stdout: 'out x\n', stderr: 'err\n' });
  });

  it('may take longer than one poll, and leaves no workspace behind', async () => {
    const { run, workspaces } = await localSandbox({ 'a/slow.sh': 'sleep 1.2; echo done\n' });
    expect(await run('slow.sh')).toEqual({ exit_code: 0, stdout: 'done\n', stderr: '' });
    await vi.waitFor(async () => expect(await readdir(workspaces)).toEqual([]));
  });

  it('is terminated with its children after its time limit', async () => {
    const marker = join(await skillsFolder({}), 'alive');
    const script = `(while true; do date +%N > '${marker}'; sleep 0.1; done) &\nwait\n`;
    const { run, workspaces } = await localSandbox({ 'a/endless.sh': script }, { scriptTimeoutMs: 1500 });
    expect(await run('endless.sh')).toContain('was stopped before it ended');
    await vi.waitFor(async () => expect(await readdir(workspaces)).toEqual([]), 5000);
    await writeFile(marker, 'ended');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await readFile(marker, 'utf8')).toBe('ended');
  });

  it('does not run when it, or a file beside it, changed after loading', async () => {
    const files = { 'a/scripts/make.sh': 'echo made\n', 'a/lib.sh': 'echo lib\n' };
    for (const changed of ['scripts/make.sh', 'lib.sh']) {
      const { run, dir, workspaces } = await localSandbox(files);
      await writeFile(join(dir, 'a', changed), 'echo evil\n');
      expect(await run('scripts/make.sh')).toMatch(/^AGENTS-E-SKILL-PARSE: .*changed on disk/);
      expect(await readdir(workspaces)).toEqual([]);
    }
  });

  it('does not run without a known interpreter', async () => {
    const { run } = await localSandbox({ 'a/scripts/data.bin': 'x' });
    expect(await run('scripts/data.bin')).toContain('Begin it with a line such as');
  });
});

describe('a script in a gated run with a sandbox client', () => {
  const script = 'echo "made $1"\n';
  const sha256 = createHash('sha256').update(script).digest('hex');

  async function stand(dir: string, directory: string) {
    const sandbox = createSkillSandbox(new UnixLocalSandboxClient());
    const model = new ScriptedModel([
      { call: 'skill_activate', args: { skill_id: 'a', input: { task: 'cake' } } },
      { call: 'skill_run', args: { skill_id: 'a', script: 'make.sh', sha256, args: ['a cake'] } },
      { text: 'finished' },
    ]);
    const tools = toActivationTools(await loadSkills({ dir }), { sandbox });
    const agent = new Agent({ name: 'cook', model, tools });
    const runner = createRunner({
      safetyAgent: new RuleSafetyAgent(),
      store: { directory },
      agents: [agent],
    });
    return { agent, model, runner };
  }

  it('runs once, after a person approved the script, its digest and its arguments', async () => {
    const dir = await skillsFolder({ ...SKILL, 'a/make.sh': script });
    const { agent, model, runner } = await stand(dir, await skillsFolder({}));
    const { run_id, interruptions } = await runner.run(agent, 'Make a cake with the skill a.');
    expect(JSON.stringify(model.requests.at(-1)?.input)).toContain(`make.sh (script, sha256 ${sha256})`);
    const [approval] = interruptions;
    expect(approval).toMatchObject({ display: 'complete' });
    for (const part of ['make.sh', sha256, 'a cake']) expect(approval?.prompt).toContain(part);
    const resumed = await runner.approveAndResume(run_id, approval?.approval_id ?? '', {
      decision: 'approve',
    });
    expect(resumed.output_text).toBe('finished');
    expect(JSON.stringify(model.requests.at(-1)?.input)).toContain('made a cake');
    await runner.close();
  });

  it.each([
    ['the script', 'make.sh', 0],
    ['a file beside it, and requires a new approval', 'table.csv', 1],
  ])('does not run with an approval that preceded the replacement of %s', async (_case, path, requests) => {
    const dir = await skillsFolder({ ...SKILL, 'a/make.sh': script, 'a/table.csv': '1' });
    const directory = await skillsFolder({});
    const first = await stand(dir, directory);
    const { run_id, interruptions } = await first.runner.run(first.agent, 'Make a cake with the skill a.');
    await first.runner.close();
    await writeFile(join(dir, 'a', path), 'echo "evil $1"\n');
    const { runner, model } = await stand(dir, directory);
    const approval = interruptions[0]?.approval_id ?? '';
    const resumed = await runner.approveAndResume(run_id, approval, { decision: 'approve' });
    expect(resumed.interruptions).toHaveLength(requests);
    expect(JSON.stringify(model.requests)).not.toMatch(/(?:made|evil) a cake/);
    const started = await runner.getExecutionLogs({ runId: run_id, event: 'tool.start' });
    expect(started.length).toBeGreaterThan(0);
    expect(started.filter(({ tool_call_id }) => tool_call_id.includes('skill_run'))).toEqual([]);
    await runner.close();
  });
});

describe('createSkillSandbox', () => {
  it('accepts every sandbox client of the Agents SDK', () => {
    expectTypeOf<SandboxClient>().toExtend<SkillSandboxClient>();
    expectTypeOf<UnixLocalSandboxClient>().toExtend<SkillSandboxClient>();
  });

  it.each([
    ['has no sessions', {}],
    ['runs no commands', { create: async () => ({}) }],
  ])('throws when a client %s', async (_case, parts) => {
    const dir = await skillsFolder({ ...SKILL, 'a/make.sh': 'echo' });
    const sandbox = createSkillSandbox({ backendId: 'odd', ...parts });
    const tools = toTools(await loadSkills({ dir }), { sandbox });
    const sha256 = createHash('sha256').update('echo').digest('hex');
    const call = JSON.stringify({ skill_id: 'a', script: 'make.sh', sha256, args: [] });
    const result = await tools.at(-1)?.invoke(new RunContext(), call);
    expect(result).toContain('The sandbox client "odd" cannot run commands.');
  });
});
