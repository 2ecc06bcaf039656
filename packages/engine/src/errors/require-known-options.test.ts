import { describe, expect, it } from 'vitest';
import {
  CompatModelProvider,
  createGuardrailsTemplate,
  createRunner,
  getProvider,
  hostedMcpTool,
  loadSkills,
  McpGateway,
  ModelSafetyAgent,
  RuleSafetyAgent,
  tool,
  toTools,
} from '../../../sekisho/src/index.ts';
import { untyped } from '../../../sekisho/test/programs/mediation-fixtures.ts';

const safetyAgent = new RuleSafetyAgent();
const memory = { safetyAgent, store: 'memory' } as const;
const parameters = {
  type: 'object',
  properties: { path: { type: 'string' } },
  required: ['path'],
  additionalProperties: false,
} as const;

/** Passes options as a JavaScript program or a widened object does, so that the compiler reports no mistake. */
const misspelled = (options: object) => untyped<never>(options);

const CASES: readonly [string, () => unknown, string][] = [
  [
    'createRunner()',
    () => createRunner(misspelled({ ...memory, approvalTtlSecs: 60 })),
    'createRunner() has no option "approvalTtlSecs". Did you mean "approvalTtlSec"?',
  ],
  [
    'createRunner() without the safety agent',
    () => createRunner(Object({ safteyAgent: safetyAgent })),
    'createRunner() has no option "safteyAgent". Did you mean "safetyAgent"?',
  ],
  [
    'the store of createRunner()',
    () => createRunner({ safetyAgent, store: misspelled({ directory: 'x', dirctory: 'y' }) }),
    'createRunner({ store }) has no option "dirctory". Did you mean "directory"?',
  ],
  [
    'the secret of createRunner()',
    () => createRunner({ ...memory, secret: misspelled({ current: new Uint8Array(32), previus: [] }) }),
    'createRunner({ secret }) has no option "previus". Did you mean "previous"?',
  ],
  [
    'the runConfig of createRunner()',
    () => createRunner({ ...memory, runConfig: misspelled({ inputGuardrail: [] }) }),
    'createRunner({ runConfig }) has no option "inputGuardrail". Did you mean "inputGuardrails"?',
  ],
  [
    'McpGateway',
    () => new McpGateway(misspelled({ trustOnFirstuse: true })),
    'new McpGateway() has no option "trustOnFirstuse". Did you mean "trustOnFirstUse"?',
  ],
  [
    'the limits of McpGateway',
    () => new McpGateway({ limits: misspelled({ callTimeout: 5 }) }),
    'new McpGateway({ limits }) has no option "callTimeout". Did you mean "callTimeoutMs"?',
  ],
  [
    'ModelSafetyAgent',
    () => new ModelSafetyAgent(misspelled({ model: 'm', rubric: 'r', includeUserIntend: true })),
    'new ModelSafetyAgent() has no option "includeUserIntend". Did you mean "includeUserIntent"?',
  ],
  [
    'createGuardrailsTemplate()',
    () => createGuardrailsTemplate(misspelled({ inputRule: [] })),
    'createGuardrailsTemplate() has no option "inputRule". Did you mean "inputRules"?',
  ],
  [
    'hostedMcpTool()',
    () => hostedMcpTool({ url: 'https://mcp.example.com' }, misspelled({ allowedTool: ['read'] })),
    'The second argument of hostedMcpTool() has no option "allowedTool". Did you mean "allowedTools"?',
  ],
  [
    'toTools()',
    () => toTools([], misspelled({ sandBoxes: 1 })),
    'toTools() has no option "sandBoxes". Did you mean "sandbox"?',
  ],
  [
    'getProvider()',
    () => getProvider('ollama', misspelled({ baseURI: 'http://127.0.0.1:11434' })),
    'getProvider() has no option "baseURI". Did you mean "baseUrl"?',
  ],
  [
    'createModel()',
    () =>
      new CompatModelProvider('ollama').createModel(
        'm',
        misspelled({ baseUrl: 'http://127.0.0.1:1', timeoutMS: 5, apikeys: '' }),
      ),
    'createModel() has no option "timeoutMS". Did you mean "timeoutMs"?',
  ],
  [
    'the extensions of tool()',
    () =>
      tool(
        misspelled({
          name: 'read',
          description: 'Reads.',
          parameters,
          execute: async () => '',
          extensions: misspelled({ manifests: { effect: 'read' } }),
        }),
      ),
    'tool({ extensions }) has no option "manifests". Did you mean "manifest"?',
  ],
];

describe('requireKnownOptions', () => {
  it.each(CASES)('rejects an unknown option of %s with a suggestion', (_target, make, message) => {
    expect(make).toThrow(expect.objectContaining({ message, code: expect.stringMatching(/^AGENTS-E-/) }));
  });

  it('rejects an unknown option of loadSkills() with a suggestion', async () => {
    const options = misspelled({ dir: '/nowhere', onDiagnostics: () => {} });
    await expect(loadSkills(options)).rejects.toThrow('Did you mean "onDiagnostic"?');
  });

  it('rejects an unknown option of a worker with a suggestion', async () => {
    const runner = createRunner(memory);
    await expect(runner.segments.work(misspelled({ concurency: 2 }))).rejects.toThrow(
      'Did you mean "concurrency"?',
    );
    await runner.close();
  });

  it('lists the options when none is similar', () => {
    expect(() => createGuardrailsTemplate(Object({ telemetry: true }))).toThrow(
      'createGuardrailsTemplate() has no option "telemetry". Its options are: inputRules, outputRules, toolRules.',
    );
  });

  it('rejects an option with the name of an inherited property', () => {
    expect(() => createGuardrailsTemplate(Object({ toString: 1 }))).toThrow('has no option "toString"');
  });
});
