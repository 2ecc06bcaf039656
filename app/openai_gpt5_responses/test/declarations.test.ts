import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelRegistry } from '@sekisho/responses';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderModelFiles } from '../models/llm/render-model-files.ts';

const folder = join(import.meta.dirname, '..');
const readYaml = async (path: string) => parse(await readFile(join(folder, path), 'utf8'));

const SEED_MODELS = [
  'gpt-5.2',
  'gpt-5.2-pro',
  'gpt-5',
  'gpt-5-mini',
  'gpt-5-nano',
  'gpt-5-codex',
  'gpt-5.1-codex',
  'gpt-5.3-codex',
];

describe('manifest.yaml', async () => {
  const manifest = await readYaml('manifest.yaml');

  it('matches the design', () => {
    expect(manifest).toMatchObject({
      type: 'plugin',
      name: 'openai_gpt5_responses',
      plugins: { models: ['provider/openai_gpt5.yaml'] },
      meta: {
        runner: { language: 'python', version: '3.12', entrypoint: 'main' },
        minimum_dify_version: '1.10.0',
      },
    });
  });
});

describe('provider/openai_gpt5.yaml', async () => {
  const provider = await readYaml('provider/openai_gpt5.yaml');
  const form = provider.provider_credential_schema.credential_form_schemas;

  it('supports predefined and custom language models', () => {
    expect(provider).toMatchObject({
      provider: 'openai_gpt5',
      supported_model_types: ['llm'],
      configurate_methods: ['predefined-model', 'customizable-model'],
    });
  });

  it.each([
    ['openai_api_key', 'secret-input', true, undefined],
    ['openai_organization', 'text-input', false, undefined],
    ['openai_api_base', 'text-input', false, ''],
    ['request_timeout_seconds', 'text-input', false, '300'],
    ['max_retries', 'text-input', false, '1'],
  ])('has the field %s', (variable, type, required, value) => {
    const field = form.find((candidate: { variable: string }) => candidate.variable === variable);
    expect(field).toMatchObject({ type, required });
    expect(field.default).toBe(value);
  });

  it('has the same fields for one model as for all', () => {
    expect(provider.model_credential_schema.credential_form_schemas).toEqual(form);
  });
});

describe('models/llm', async () => {
  const written = await readdir(join(folder, 'models/llm'));
  const models = new Map<
    string,
    { features: string[]; parameter_rules: Record<string, unknown>[]; label: object }
  >();
  for (const name of SEED_MODELS) models.set(name, await readYaml(`models/llm/${name}.yaml`));

  it('matches the registry; if not, run scripts/write-models.ts', async () => {
    const rendered = renderModelFiles(new ModelRegistry());
    expect(written.filter((name) => name.endsWith('.yaml')).toSorted()).toEqual(
      [...rendered.keys()].toSorted(),
    );
    for (const [name, text] of rendered) {
      const file = await readFile(join(folder, 'models/llm', name), 'utf8');
      expect({ name, file }).toEqual({ name, file: text });
    }
  });

  it.each(SEED_MODELS)('has %s with tools, reasoning and structured output, without vision', (name) => {
    expect(models.get(name)?.features).toEqual([
      'tool-call',
      'multi-tool-call',
      'agent-thought',
      'stream-tool-call',
      'structured-output',
    ]);
  });

  it.each([
    ['max_output_tokens', 'int', 8192, undefined],
    ['reasoning_effort', 'string', 'medium', ['none', 'low', 'medium', 'high', 'xhigh']],
    ['reasoning_summary', 'string', 'auto', ['auto', 'concise', 'detailed']],
    ['verbosity', 'string', 'medium', ['low', 'medium', 'high']],
    ['response_format', 'string', 'text', ['text', 'json_schema']],
    ['json_schema', 'text', undefined, undefined],
    ['tool_choice', 'string', 'auto', undefined],
    ['parallel_tool_calls', 'boolean', true, undefined],
    ['enable_stream', 'boolean', true, undefined],
  ])('has the parameter %s', (name, type, value, options) => {
    const rule = models.get('gpt-5.2')?.parameter_rules.find((candidate) => candidate['name'] === name);
    expect(rule).toMatchObject({ type, required: false });
    expect([rule?.['default'], rule?.['options']]).toEqual([value, options]);
  });

  it('limits the output as the design requires, in a form that Dify recognizes', () => {
    const rule = models.get('gpt-5.2')?.parameter_rules.find(({ name }) => name === 'max_output_tokens');
    expect(rule).toMatchObject({ min: 1, max: 128_000, use_template: 'max_tokens' });
  });

  it.each([
    ['gpt-5', ['minimal', 'low', 'medium', 'high']],
    ['gpt-5.2-pro', ['medium', 'high', 'xhigh']],
    ['gpt-5-codex', ['low', 'medium', 'high']],
    ['gpt-5.3-codex', ['low', 'medium', 'high', 'xhigh']],
  ])('has only the supported efforts of %s', (name, options) => {
    const rule = models
      .get(name)
      ?.parameter_rules.find((candidate) => candidate['name'] === 'reasoning_effort');
    expect(rule?.['options']).toEqual(options);
  });

  it('contains the shutdown date in the label', () => {
    expect(models.get('gpt-5')?.label).toEqual({
      en_US: 'gpt-5 (shutdown 2026-12-11)',
      ja_JP: 'gpt-5（2026-12-11 提供終了）',
    });
    expect(models.get('gpt-5.2')?.label).toEqual({ en_US: 'gpt-5.2', ja_JP: 'gpt-5.2' });
  });
});
