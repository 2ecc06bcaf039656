import { hostedMcpTool, shellTool } from '@openai/agents-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  Agent,
  createGuardrailsTemplate,
  createRunner,
  ModelSafetyAgent,
  SafetyAgent,
  tool,
  type AgentRunner,
  type GateDecision,
} from '../src/index.ts';
import { assistantText, functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';
import { expectWarnings } from '../../../test/expected-warnings.ts';

expectWarnings('AGENTS-E-GATE-EVAL');

const SECRET = 'sk-proj-abcdefghijklmnop1234';
const FAILURE = new Error(`The judge's model is down: ${SECRET}`);
const call = functionCall('call_1', 'erase', { what: 'a' });

/** Collects the warnings of one test. */
function warnings(): (Error & { code?: string })[] {
  const emitted: (Error & { code?: string })[] = [];
  const listener = (warning: Error) => void emitted.push(warning);
  process.on('warning', listener);
  onTestFinished(() => void process.off('warning', listener));
  return emitted;
}

const runnerWith = (judge: SafetyAgent) =>
  createRunner({ safetyAgent: judge, store: 'memory', judgeTimeoutMs: 20 });

async function failureOf(work: Promise<unknown>): Promise<Error & { code?: string }> {
  return work.then(
    () => expect.unreachable('The run did not fail.'),
    (error: unknown) => untyped(error),
  );
}

const recordsOf = async (runner: AgentRunner, event: string) =>
  (await runner.getExecutionLogs()).filter((record) => record.event === event).map(({ data }) => data);

describe('a safety agent that fails', () => {
  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw FAILURE;
      },
      "The judge's model is down",
    ],
    ['rejects', async () => Promise.reject(FAILURE), "The judge's model is down"],
    ['throws a string', async () => Promise.reject('no connection'), 'no connection'],
    ['does not respond in time', () => new Promise(() => {}), 'did not respond within 20 ms'],
    ['returns prose', async () => 'looks fine', 'expected object, received string'],
    [
      'returns an unknown decision',
      async () => ({ decision: 'probably', risk_level: 1, reason: '' }),
      'decision',
    ],
    ['omits the risk', async () => ({ decision: 'allow', reason: 'fine' }), 'risk_level'],
  ])('reports the cause in the error, the log and one warning when it %s', async (_case, judge, why) => {
    const emitted = warnings();
    const effects = new Effects();
    const runner = runnerWith(new SafetyAgent(judge as () => GateDecision));
    const error = await failureOf(runner.run(effects.clerk([[call]]), 'Please erase.'));
    await failureOf(runner.run(effects.clerk([[call]]), 'Please erase.'));
    expect(effects.done).toEqual([]);
    expect(error.code).toBe('AGENTS-E-GATE-DENIED');
    expect(error.message).toContain(why);
    expect(error.cause).toMatchObject({ name: 'SekishoError', code: 'AGENTS-E-GATE-EVAL' });
    const [decision] = await recordsOf(runner, 'gate.decision');
    expect(decision).toMatchObject({
      rule_ids: ['gate.no-verdict'],
      error: { code: 'AGENTS-E-GATE-EVAL', cause: { message: expect.any(String) } },
    });
    expect(JSON.stringify(decision)).toContain(why);
    const about = () =>
      emitted.filter(({ code, message }) => code === 'AGENTS-E-GATE-EVAL' && message.includes(why));
    await expect.poll(about).toHaveLength(1);
    const report = JSON.stringify([decision, error.message, emitted.map(({ message }) => message)]);
    expect(report).not.toContain(SECRET);
  });

  it('retains the thrown error as the cause', async () => {
    warnings();
    const runner = runnerWith(new SafetyAgent(() => Promise.reject(FAILURE)));
    const error = await failureOf(runner.run(new Effects().clerk([[call]]), 'Please erase.'));
    expect(error.cause).toMatchObject({ code: 'AGENTS-E-GATE-EVAL' });
    expect(untyped<Error>(error.cause).cause).toBe(FAILURE);
  });

  it.each([
    [
      'fails',
      () => {
        throw FAILURE;
      },
      "The judge's model is down",
    ],
    ['responds in prose', () => [assistantText('Looks fine to me.')], 'did not match the expected schema'],
  ])('reports the cause when its model %s', async (_case, response, why) => {
    warnings();
    const judge = new ModelSafetyAgent({ model: scriptedModel([untyped(response)]), rubric: 'Nothing.' });
    const effects = new Effects();
    const runner = createRunner({ safetyAgent: judge, store: 'memory' });
    const error = await failureOf(runner.run(effects.clerk([[call]]), 'Please erase a.'));
    expect(effects.done).toEqual([]);
    expect(error.code).toBe('AGENTS-E-GATE-DENIED');
    expect(error.cause).toMatchObject({ code: 'AGENTS-E-GATE-EVAL', cause: expect.any(Error) });
    expect(error.message).toContain(why);
  });
});

describe('a failing approval function of the host', () => {
  const fail = async () => Promise.reject(FAILURE);
  const shell = (options: object) =>
    new Agent({
      name: 'Clerk',
      model: scriptedModel([
        [{ type: 'shell_call', callId: 'call_1', status: 'completed', action: { commands: ['rm x'] } }],
      ]),
      tools: [shellTool({ shell: { run: () => expect.unreachable('The command ran.') }, ...options })],
    });
  const hosted = () =>
    new Agent({
      name: 'Clerk',
      tools: [
        hostedMcpTool({
          serverLabel: 'files',
          serverUrl: 'https://files.example',
          requireApproval: 'always',
          onApproval: fail,
        }),
      ],
      model: scriptedModel([
        [
          {
            type: 'hosted_tool_call',
            id: 'm1',
            name: 'mcp_approval_request',
            status: 'in_progress',
            arguments: '{}',
            providerData: {
              type: 'mcp_approval_request',
              id: 'm1',
              server_label: 'files',
              name: 'read',
              arguments: '{}',
            },
          },
        ],
      ]),
    });

  it.each<[string, (effects: Effects) => Agent]>([
    [
      'needsApproval of a function',
      (effects) => effects.clerk([[call]], { tools: [effects.tool('erase', { needsApproval: fail })] }),
    ],
    ['needsApproval of a shell', () => shell({ needsApproval: fail })],
    ['onApproval of a shell', () => shell({ needsApproval: async () => true, onApproval: fail })],
    ['onApproval of a hosted MCP server', hosted],
  ])('ends the run, and error, log and warning contain the cause (%s)', async (_case, agentWith) => {
    const emitted = warnings();
    const effects = new Effects();
    const runner = runnerWithJudge('allow');
    const error = await failureOf(runner.run(agentWith(effects), 'Please erase.'));
    expect(effects.done).toEqual([]);
    expect(error === FAILURE || error.cause === FAILURE).toBe(true);
    const decisions = await recordsOf(runner, 'gate.decision');
    expect(decisions).toContainEqual(
      expect.objectContaining({
        rule_ids: ['host.policy-failed'],
        error: { name: 'Error', message: "The judge's model is down: [masked]" },
      }),
    );
    const about = () => emitted.filter(({ message }) => message.includes('approval function failed'));
    await expect.poll(about).toMatchObject([{ code: 'AGENTS-E-GATE-EVAL' }]);
    expect(JSON.stringify(await runner.getExecutionLogs())).not.toContain(SECRET);
    expect((await runner.verifyExecutionLog()).ok).toBe(true);
  });
});

describe('a failing guardrail', () => {
  const check = () => {
    throw FAILURE;
  };
  const rules = createGuardrailsTemplate({
    inputRules: [{ name: 'in', check }],
    outputRules: [{ name: 'out', check }],
    toolRules: [{ name: 'tool', check }],
  });
  const guarded = tool({
    name: 'erase',
    description: 'Erases.',
    parameters: z.object({ what: z.string() }),
    inputGuardrails: rules.toolInputGuardrails,
    execute: () => expect.unreachable('The tool ran.'),
  });

  it.each([
    ['input', { inputGuardrails: rules.inputGuardrails, model: scriptedModel([[call]]) }],
    ['output', { outputGuardrails: rules.outputGuardrails, model: scriptedModel([[assistantText('done')]]) }],
    ['tool input', { tools: [guarded], model: scriptedModel([[call]]) }],
  ])('of the %s reports its cause in the error and the log', async (_case, options) => {
    const runner = runnerWithJudge('allow');
    const error = await failureOf(runner.run(new Agent({ name: 'Clerk', ...options }), 'Please erase.'));
    expect(error.cause).toBe(FAILURE);
    expect(await recordsOf(runner, 'run.failed')).toMatchObject([
      { error: { name: 'Error', message: "The judge's model is down: [masked]" } },
    ]);
  });
});
