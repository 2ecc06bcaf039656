import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPackage, readPluginFolder } from '@sekisho/dify-plugin/packer';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../config/env.ts';
import { createGpt5AgentPlugin } from '../provider/gpt5_agent.ts';
import { systemClock } from './strategy-harness.ts';

type Text = Record<string, string>;
type Parameter = { name: string; type: string; required: boolean; label: Text; help: Text } & Record<
  string,
  unknown
>;
type Strategy = {
  identity: { name: string; label: Text };
  description: Text;
  features: string[];
  parameters: Parameter[];
};

const folder = join(import.meta.dirname, '..');
const launcher = join(folder, '../../packages/dify-plugin/launcher');
const files = new Map([...(await readPluginFolder(folder)), ...(await readPluginFolder(launcher))]);
const check = checkPackage(files);
if (!check.ok) throw new Error(JSON.stringify(check.problems));
const strategies = (check.agentStrategies[0] as { strategies: Strategy[] }).strategies;

describe('the manifest', () => {
  it('requests permissions for models, tools and MCP tools', () => {
    expect(check.manifest).toMatchObject({
      name: 'gpt5_agent_strategies',
      resource: { permission: { tool: { enabled: true }, model: { enabled: true, llm: true } } },
      plugins: { agent_strategies: ['provider/gpt5_agent.yaml'] },
      meta: {
        version: '0.0.2',
        minimum_dify_version: '1.10.0',
        runner: { language: 'python', entrypoint: 'main' },
      },
    });
  });
});

describe.each(strategies.map((strategy) => [strategy.identity.name, strategy] as const))(
  '%s',
  (name, strategy) => {
    it('has the parameters of the contract', () => {
      const facts = strategy.parameters.map(
        ({ name: parameter, type, required, default: usual, min, max, scope }) => [
          parameter,
          type,
          required,
          usual,
          ...(min === undefined ? [] : [min, max]),
          ...(scope === undefined ? [] : [scope]),
        ],
      );
      expect(facts).toEqual([
        ['model', 'model-selector', true, undefined, 'tool-call&llm'],
        ['tools', 'array[tools]', true, undefined],
        ['instruction', 'string', true, undefined],
        ['prompt_policy_overrides', 'string', false, undefined],
        ['context', 'any', false, undefined],
        ['query', 'string', true, undefined],
        ['maximum_iterations', 'number', true, 6, 1, 30],
        ['emit_intermediate_thoughts', 'boolean', false, true],
        ['invocation_timeout_seconds', 'number', false, 570, 60, 1800],
        ['allow_schemaless_tool_args', 'boolean', false, false],
      ]);
      expect(strategy.parameters[2]).toMatchObject({ auto_generate: { type: 'prompt_instruction' } });
    });

    it('supports memory', () => {
      expect(strategy.features).toEqual(['history-messages']);
    });

    it('has texts in English and Japanese', () => {
      const texts = [strategy.identity.label, strategy.description];
      for (const { label, help } of strategy.parameters) texts.push(label, help);
      for (const text of texts) expect(Object.keys(text)).toEqual(['en_US', 'ja_JP']);
    });

    it('exists', () => {
      const plugin = createGpt5AgentPlugin({
        clock: systemClock,
        createId: () => 'id',
        local: {
          root: '/files',
          access: { open: () => Promise.reject(new Error()), realpath: async (path) => path },
        },
        settings: readSettings({}),
      });
      expect(Object.keys(plugin.agentStrategies['gpt5_agent'] ?? {})).toContain(name);
      const limit = strategy.parameters.find((parameter) => parameter.name === 'invocation_timeout_seconds');
      expect(plugin.deadlines.invokeMs).toBeGreaterThan(Number(limit?.['max']) * 1000);
    });
  },
);

describe('the documents', () => {
  it.each(['README.md', 'readme/README_ja_JP.md'])('%s names every parameter', async (file) => {
    const text = await readFile(join(folder, file), 'utf8');
    for (const { name } of strategies[0]!.parameters) expect(text).toContain(`\`${name}\``);
  });

  it('contain valid overrides', async () => {
    const text = await readFile(join(folder, 'README.md'), 'utf8');
    const [, example = ''] = /```json\n(.*?)\n```/s.exec(text) ?? [];
    expect(Object.keys(JSON.parse(example))).toEqual(['uncertainty_policy', 'extra_policy']);
  });

  it('declare the same parameters for both strategies', () => {
    expect(strategies.map(({ identity }) => identity.name)).toEqual(['gpt5_function_calling', 'gpt5_react']);
    expect(strategies[1]!.parameters).toEqual(strategies[0]!.parameters);
  });
});
