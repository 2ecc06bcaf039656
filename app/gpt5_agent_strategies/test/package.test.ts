import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipFiles } from '@sekisho/dify-plugin/packer';
import { describe, expect, it } from 'vitest';
import {
  SessionRecorder,
  toBackwardsResponses,
  toRequestLine,
} from '../../../packages/dify-plugin/test/daemon-session.ts';
import { buildPluginPackage } from '../../../scripts/dify/build-plugin-package.ts';
import { calls, says, text, defaultParams, type LlmQuestion } from './strategy-harness.ts';

const root = join(import.meta.dirname, '../../..');

describe('the package', async () => {
  const built = await buildPluginPackage({ root, folder: join(import.meta.dirname, '..') });
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  const { files } = unzipFiles(built.bytes);
  const code = Buffer.from(files.get('dist/plugin.mjs') ?? []).toString();

  it('contains the files for Dify and no sources', () => {
    const names = [...files.keys()];
    expect(names).toEqual(
      expect.arrayContaining([
        'manifest.yaml',
        'main.py',
        'requirements.txt',
        'dist/plugin.mjs',
        'provider/gpt5_agent.yaml',
        'strategies/gpt5_function_calling.yaml',
        'strategies/gpt5_react.yaml',
        'readme/README_ja_JP.md',
        '_assets/icon.svg',
        'PRIVACY.md',
      ]),
    );
    expect(names.filter((name) => /\.ts$|^test\/|package\.json|\.env/.test(name))).toEqual([]);
  });

  it('is small: it contains the checks of the engine without the engine', () => {
    expect(built.bytes.length).toBeLessThan(300_000);
    expect(code).toContain('The arguments do not fit the schema of');
    expect(code).not.toMatch(/@openai\/agents|class AgentRunner/);
  });

  it('runs as one file and answers with a tool', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agent-plugin-'));
    const file = join(folder, 'plugin.mjs');
    await writeFile(file, code);
    const child = spawn(process.execPath, [file], { cwd: folder, env: { INSTALL_METHOD: 'local' } });
    try {
      const recorder = new SessionRecorder();
      const session = recorder.open('s1');
      const rounds = [says('Looking.', calls('search', { q: 'x' })), says('Found it.')];
      let asked = 0;
      let rest = '';
      child.stdout.setEncoding('utf8').on('data', async (data: string) => {
        const lines = (rest + data).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines.filter((candidate) => candidate !== '')) {
          const invoke = recorder.read(line);
          if (invoke === undefined) continue;
          const answer = () =>
            invoke.call.type === 'tool' ? [text('hit')] : rounds[asked++]!({} as LlmQuestion);
          for await (const reply of toBackwardsResponses('s1', invoke.call, answer)) child.stdin.write(reply);
        }
      });
      const request = {
        type: 'agent_strategy',
        action: 'invoke_agent_strategy',
        agent_strategy_provider: 'gpt5_agent',
        agent_strategy: 'gpt5_react',
        agent_strategy_params: { ...defaultParams, emit_intermediate_thoughts: false },
      };
      child.stdin.write(toRequestLine('s1', request));
      await session.done;
      const said = session.items.filter(({ type }) => type === 'text').map(({ message }) => message.text);
      expect(said).toEqual(['Found it.']);
      expect(session).toMatchObject({ errors: [], ends: 1, late: [] });
      child.stdin.end();
      const [exitCode] = await once(child, 'exit');
      expect(exitCode).toBe(0);
    } finally {
      child.kill();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
