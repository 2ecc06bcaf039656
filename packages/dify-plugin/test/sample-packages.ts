import { stringify } from 'yaml';
import type { PackageFiles } from '../src/packer/index.ts';

type Tree = Record<string, unknown>;

const text = (en: string) => ({ en_US: en, ja_JP: en });

export const manifest = (plugins: Tree): Tree => ({
  version: '0.0.1',
  type: 'plugin',
  author: 'sekisho',
  name: 'sample',
  label: text('Sample'),
  description: text('A sample.'),
  icon: 'icon.svg',
  resource: {
    memory: 268_435_456,
    permission: { tool: { enabled: true }, model: { enabled: true, llm: true } },
  },
  plugins,
  meta: {
    version: '0.0.2',
    arch: ['amd64', 'arm64'],
    runner: { language: 'python', version: '3.12', entrypoint: 'main' },
    minimum_dify_version: '1.10.0',
  },
  tags: ['utilities'],
  created_at: '2026-11-01T00:00:00Z',
  privacy: 'PRIVACY.md',
});

export const modelProvider: Tree = {
  provider: 'echo',
  label: text('Echo'),
  description: text('Repeats.'),
  icon_small: { en_US: 'icon.svg' },
  icon_large: { en_US: 'icon.svg' },
  background: '#FFFFFF',
  help: { title: text('Get a key'), url: text('https://example.com') },
  supported_model_types: ['llm'],
  configurate_methods: ['predefined-model', 'customizable-model'],
  provider_credential_schema: {
    credential_form_schemas: [
      {
        variable: 'api_key',
        label: text('Key'),
        type: 'secret-input',
        required: true,
        placeholder: text('sk-'),
      },
      {
        variable: 'mode',
        label: text('Mode'),
        type: 'select',
        default: 'fast',
        options: [{ label: text('Fast'), value: 'fast' }],
      },
    ],
  },
  model_credential_schema: { model: { label: text('Model') }, credential_form_schemas: [] },
  models: { llm: { predefined: ['models/llm/*.yaml'], position: 'models/llm/_position.yaml' } },
};

export const model: Tree = {
  model: 'echo-1',
  label: text('Echo 1'),
  model_type: 'llm',
  features: ['tool-call', 'multi-tool-call', 'stream-tool-call', 'agent-thought'],
  model_properties: { mode: 'chat', context_size: 1000 },
  parameter_rules: [
    { name: 'temperature', use_template: 'temperature' },
    {
      name: 'effort',
      label: text('Effort'),
      type: 'string',
      required: false,
      default: 'low',
      options: ['low', 'high'],
    },
    { name: 'max', label: text('Max'), type: 'int', default: 10, min: 1, max: 100 },
  ],
  pricing: { input: '1.75', output: '14.00', unit: '0.000001', currency: 'USD' },
};

const identity = { author: 'sekisho', name: 'agents', label: text('Agents') };

export const agentProvider: Tree = {
  identity: { ...identity, description: text('Agents.'), icon: 'icon.svg' },
  strategies: ['strategies/talk.yaml'],
};

export const strategy: Tree = {
  identity: { ...identity, name: 'talk' },
  description: text('Talks.'),
  features: ['history-messages'],
  parameters: [
    { name: 'model', type: 'model-selector', scope: 'tool-call&llm', required: true, label: text('Model') },
    { name: 'tools', type: 'array[tools]', required: true, label: text('Tools') },
    { name: 'query', type: 'string', required: true, label: text('Query') },
    {
      name: 'maximum_iterations',
      type: 'number',
      required: true,
      label: text('Max'),
      default: 6,
      min: 1,
      max: 30,
    },
    { name: 'context', type: 'any', required: false, label: text('Context') },
  ],
};

const toolProvider: Tree = {
  identity: { ...identity, name: 'clock', description: text('Returns the time.'), icon: 'icon.svg' },
  credentials_for_provider: { key: { type: 'secret-input', label: text('Key'), required: true } },
  tools: ['tools/now.yaml'],
};

export const tool: Tree = {
  identity: { ...identity, name: 'now' },
  description: { human: text('The time.'), llm: 'Returns the time.' },
  parameters: [
    {
      name: 'zone',
      type: 'string',
      required: true,
      label: text('Zone'),
      human_description: text('Zone.'),
      llm_description: 'An IANA zone.',
      form: 'llm',
    },
  ],
};

const shared = {
  'main.py': 'import os\n',
  'requirements.txt': '',
  'README.md': '# Sample\n',
  'PRIVACY.md': 'No data is stored.\n',
  '_assets/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

/** A package of each kind; an object becomes YAML, a text is used unchanged. */
export const packages = {
  model: (changes: Tree = {}): PackageFiles =>
    toFiles({
      ...shared,
      'manifest.yaml': manifest({ models: ['provider/echo.yaml'] }),
      'provider/echo.yaml': modelProvider,
      'models/llm/echo-1.yaml': model,
      'models/llm/_position.yaml': ['echo-1'],
      ...changes,
    }),
  agent: (changes: Tree = {}): PackageFiles =>
    toFiles({
      ...shared,
      'manifest.yaml': manifest({ agent_strategies: ['provider/agents.yaml'] }),
      'provider/agents.yaml': agentProvider,
      'strategies/talk.yaml': strategy,
      ...changes,
    }),
  tool: (changes: Tree = {}): PackageFiles =>
    toFiles({
      ...shared,
      'manifest.yaml': manifest({ tools: ['provider/clock.yaml'] }),
      'provider/clock.yaml': toolProvider,
      'tools/now.yaml': tool,
      ...changes,
    }),
};

function toFiles(tree: Tree): PackageFiles {
  return new Map(
    Object.entries(tree)
      .filter(([, content]) => content !== undefined)
      .map(([path, content]) => [
        path,
        Buffer.from(typeof content === 'string' ? content : stringify(content)),
      ]),
  );
}
