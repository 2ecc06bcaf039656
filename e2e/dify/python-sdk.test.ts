import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { runCommand } from './ground/run-command.ts';
import { openPluginEnvironment } from './open-plugin-environment.ts';
import { buildPackage } from './plugins/build-package.ts';
import { findRejected, type Sample } from './sdk/find-rejected.ts';
import { readDeclarations } from './sdk/read-declarations.ts';
import { standInDaemon } from './stand-in/stand-in-daemon.ts';

const CHECK = join(import.meta.dirname, '../../packages/dify-plugin/test/python/check-with-sdk.ts');

describe("the models of Dify's Python SDK", () => {
  const { python } = inject('ground');

  it('accept every message, declaration and YAML file of the plugin package', async () => {
    const { sdkPython, env } = python;
    const flags = ['--conditions=@sekisho/source', '--no-warnings'];
    const printed = await runCommand(process.execPath, [...flags, CHECK, sdkPython], { env });
    expect(printed).toMatch(/"failures": 0/);
  });

  it.each([
    ['openai_gpt5_responses', 10],
    ['gpt5_agent_strategies', 4],
  ] as const)('accept every YAML file of %s', async (plugin, least) => {
    const samples = readDeclarations((await buildPackage(plugin)).bytes);
    expect(samples.length).toBeGreaterThanOrEqual(least);
    expect(await findRejected(samples, python)).toEqual([]);
  });

  it('accept every message of both plugins through a daemon', async () => {
    const plugins = await openPluginEnvironment(standInDaemon(python));
    try {
      const chunks = await Array.fromAsync(plugins.askModel('Hello'));
      const messages = await Array.fromAsync(plugins.askStrategy('What is the weather in Osaka?'));
      expect(chunks.length).toBeGreaterThan(0);
      expect(messages.length).toBeGreaterThan(2);
      expect(
        await findRejected([...name('llm_chunk', chunks), ...name('agent_message', messages)], python),
      ).toEqual([]);
    } finally {
      await plugins.close();
    }
  });

  it('reject invalid samples, which shows that the checks work', async () => {
    const broken: Sample[] = [
      { kind: 'manifest', name: 'a manifest without fields', data: {} },
      { kind: 'model', name: 'a model without a type', data: { model: 'x', label: { en_US: 'x' } } },
      { kind: 'llm_chunk', name: 'a chunk without a message', data: { model: 'x', delta: { index: 0 } } },
      { kind: 'agent_message', name: 'an unknown message', data: { type: 'party', message: { text: 'x' } } },
    ];
    const refused = await findRejected(broken, python);
    expect(refused.map((each) => each.name)).toEqual(broken.map((each) => each.name));
  });
});

function name(kind: Sample['kind'], items: readonly unknown[]): Sample[] {
  return items.map((data, index) => ({ kind, name: `${kind} ${index}`, data }));
}
