import { describe, expect, it } from 'vitest';
import { Agent, createRunner, RuleSafetyAgent, shellTool, type AgentRunnerOptions } from '../src/index.ts';
import { scriptedModel } from '../src/testing/scripted-model.ts';

type Environment = Extract<Parameters<typeof shellTool>[0], { shell?: never }>['environment'];

const manifest = {
  effect: 'read',
  arguments: {},
  trusted_source: false,
  sensitive: false,
  idempotent: false,
  origin: 'declared',
  confirmed: true,
} as const;

const online: Environment = {
  type: 'container_auto',
  networkPolicy: { type: 'allowlist', allowedDomains: ['example.com'] },
};

function runIn(
  environment: Environment,
  profile: 'fast' | 'balanced' | 'strict',
  options: Partial<AgentRunnerOptions> = {},
) {
  const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory', ...options });
  const agent = new Agent({ name: 'Clerk', model: scriptedModel([]), tools: [shellTool({ environment })] });
  return runner.run(agent, 'Please count the files.', { extensions: { policyProfile: profile } });
}

describe.each(['fast', 'balanced', 'strict'] as const)(
  'a shell in a container of the provider (%s)',
  (profile) => {
    it.each<[string, Environment]>([
      ['without a network policy', { type: 'container_auto' }],
      ['with its network disabled', { type: 'container_auto', networkPolicy: { type: 'disabled' } }],
    ])('is offered to the model %s, like the code interpreter', async (_case, environment) => {
      expect((await runIn(environment, profile)).finalOutput).toBe('done');
    });

    it.each<[string, Environment]>([
      ['with a network', online],
      ['that refers to an existing container', { type: 'container_reference', containerId: 'cntr_1' }],
    ])('is rejected %s, and the reason states how to allow it', async (_case, environment) => {
      await expect(runIn(environment, profile)).rejects.toMatchObject({
        code: 'AGENTS-E-GATE-DENIED',
        message: expect.stringMatching(/The provider executes "shell".*'hosted:shell'/),
      });
    });

    it('is offered when the owner confirmed its manifest', async () => {
      const manifests = { 'hosted:shell': manifest };
      expect((await runIn(online, profile, { manifests })).finalOutput).toBe('done');
    });
  },
);

it('is evaluated again when its environment changes', async () => {
  const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });
  const environment: Environment = { type: 'container_auto' };
  const tool = shellTool({ environment });
  const agent = () => new Agent({ name: 'Clerk', model: scriptedModel([]), tools: [tool] });
  await runner.run(agent(), 'Count.');
  Object.assign(Reflect.get(tool, 'environment'), {
    networkPolicy: { type: 'allowlist', allowedDomains: ['a.example'] },
  });
  await expect(runner.run(agent(), 'Count.')).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
});
