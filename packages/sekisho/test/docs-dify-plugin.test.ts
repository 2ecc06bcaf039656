import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DifyCall } from '../../dify-plugin/test/daemon-session.ts';
import { packages } from '../../dify-plugin/test/sample-packages.ts';
import { llmRequest } from '../../dify-plugin/test/sample-plugins.ts';
import { StdioDaemon } from '../../dify-plugin/test/stdio-daemon.ts';
import { programsOf, ROOT } from './programs/doc-pages.ts';

const [echo, planner, pack, ...others] = programsOf('docs/guides/write-a-dify-plugin.md');

describe('the programs about Dify plugins', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sekisho-docs-dify-'));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a program of the page as the Dify daemon does, and sends one request to it. */
  async function ask(
    program: string,
    request: object,
    answer: (call: DifyCall) => Iterable<unknown> = () => [],
  ) {
    const file = join(folder, 'main.ts');
    await writeFile(file, program);
    const child = spawn(process.execPath, ['--conditions=@sekisho/source', file], { cwd: folder });
    const calls: DifyCall[] = [];
    const daemon = new StdioDaemon({
      answer: (call) => {
        calls.push(call);
        return answer(call);
      },
    });
    daemon.toPlugin.pipe(child.stdin);
    child.stdout.pipe(daemon.fromPlugin);
    const ended = once(child, 'close');
    const session = daemon.request(request);
    await session.done;
    daemon.closeInput();
    expect(await ended).toEqual([0, null]);
    expect(session).toMatchObject({ ends: 1, errors: [], late: [] });
    return { items: session.items, calls };
  }

  it('are three programs', () => {
    expect([echo, planner, pack]).not.toContain(undefined);
    expect(others).toEqual([]);
  });

  it('respond as a model', async () => {
    const { items } = await ask(echo ?? '', llmRequest);
    expect(items.map(({ delta }) => delta.message.content).join('')).toBe('hello');
  });

  it('work as an agent with a model, a tool and the storage of Dify', async () => {
    const request = {
      type: 'agent_strategy',
      action: 'invoke_agent_strategy',
      agent_strategy_provider: 'planner',
      agent_strategy: 'plan',
      agent_strategy_params: { query: 'What now?' },
    };
    const { items, calls } = await ask(planner ?? '', request, ({ type }) => {
      if (type === 'llm')
        return [{ model: 'gpt-5.6', delta: { index: 0, message: { content: 'First, tea.' } } }];
      return type === 'tool' ? [{ type: 'text', message: { text: 'It is noon.' } }] : [{ data: 'ok' }];
    });
    expect(calls.map(({ type }) => type)).toEqual(['llm', 'tool', 'storage']);
    const texts = items.filter(({ type }) => type === 'text').map(({ message }) => message.text);
    expect(texts.join('')).toBe('First, tea.It is noon.');
    expect([...new Set(items.map(({ type }) => type))]).toEqual([
      'log',
      'text',
      'blob_chunk',
      'variable',
      'json',
    ]);
  });

  it('pack a plugin', async () => {
    for (const [path, bytes] of packages.agent()) {
      await mkdir(dirname(join(folder, 'my-plugin', path)), { recursive: true });
      await writeFile(join(folder, 'my-plugin', path), bytes);
    }
    const file = join(folder, 'pack.ts');
    await writeFile(file, pack ?? '');
    const run = promisify(execFile);
    expect(
      await run(process.execPath, ['--conditions=@sekisho/source', file], { cwd: folder }),
    ).toMatchObject({
      stderr: '',
    });
    expect((await readFile(join(folder, 'my-plugin.difypkg'))).subarray(0, 2).toString()).toBe('PK');
  });
});
