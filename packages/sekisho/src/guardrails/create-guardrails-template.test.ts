import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createRunner } from '../facade/create-runner.ts';
import { tool } from '../facade/tool.ts';
import { SafetyAgent } from '../../../engine/src/gate/safety-agent.ts';
import { Agent, RunContext, Usage, type Model, type ModelResponse } from '../openai-agents/upstream.ts';
import { createGuardrailsTemplate } from './create-guardrails-template.ts';

const allow = new SafetyAgent(() => ({ decision: 'allow', risk_level: 1, reason: 'test' }));

function modelThatSays(...answers: ModelResponse['output'][]): Model & { asked: number } {
  const model = {
    asked: 0,
    getResponse: async (): Promise<ModelResponse> => {
      model.asked += 1;
      return { usage: new Usage(), output: answers[model.asked - 1] ?? [] };
    },
    getStreamedResponse: () => {
      throw new Error('not streamed here');
    },
  };
  return model;
}

const text = (said: string): ModelResponse['output'] => [
  { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: said }] },
];

const rules = createGuardrailsTemplate({
  inputRules: [
    { name: 'no-poison', check: (input) => (input.includes('poison') ? 'it speaks of poison' : undefined) },
  ],
  outputRules: [
    { name: 'no-names', check: (output) => (output.includes('Bob') ? 'it names Bob' : undefined) },
  ],
  toolRules: [
    {
      name: 'small-sums',
      tools: ['pay'],
      check: ({ arguments: args }) => (args.includes('999') ? 'the sum is too large' : undefined),
    },
  ],
});

describe('createGuardrailsTemplate', () => {
  const runner = createRunner({ safetyAgent: allow, store: 'memory' });

  it('stops an input before the model request', async () => {
    const model = modelThatSays(text('hello'));
    const agent = new Agent({ name: 'a', model, ...rules });
    await expect(runner.run(agent, 'make poison')).rejects.toMatchObject({
      code: 'AGENTS-E-GUARDRAIL-DENIED',
      message: expect.stringContaining('no-poison'),
    });
    expect(model.asked).toBe(0);
  });

  it('stops an output', async () => {
    const agent = new Agent({ name: 'a', model: modelThatSays(text('ask Bob')), ...rules });
    await expect(runner.run(agent, 'hi')).rejects.toMatchObject({ code: 'AGENTS-E-GUARDRAIL-DENIED' });
  });

  it('warns once about an agent that has the template but none of its tool rules', async () => {
    const messages: string[] = [];
    const listener = (warning: Error) => void messages.push(warning.message);
    process.on('warning', listener);
    onTestFinished(() => void process.off('warning', listener));
    const parameters = z.object({});
    const bare = tool({ name: 'pay', description: 'pays', parameters, execute: async () => 'paid' });
    const guarded = tool({
      name: 'pay',
      description: 'pays',
      parameters,
      inputGuardrails: rules.toolInputGuardrails,
      execute: async () => 'paid',
    });
    const agentWith = (name: string, tools: Agent['tools']) =>
      new Agent({ name, model: modelThatSays(text('done'), text('done')), tools, ...rules });
    const unsafe = agentWith('unsafe', [bare]);
    for (const agent of [unsafe, unsafe, agentWith('safe', [bare, guarded]), agentWith('talker', [])])
      await runner.run(agent, 'hi');
    await new Promise((resolve) => setImmediate(resolve));
    const warnings = messages.filter((message) => message.includes('small-sums'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('Agent "unsafe"');
  });

  it('stops a tool call before its body runs', async () => {
    let paid = 0;
    const pay = tool({
      name: 'pay',
      description: 'pays',
      parameters: {
        type: 'object',
        properties: { sum: { type: 'number' } },
        required: ['sum'],
        additionalProperties: false,
      },
      inputGuardrails: rules.toolInputGuardrails,
      execute: async () => {
        paid += 1;
        return 'paid';
      },
    });
    const call = (sum: number): ModelResponse['output'] => [
      {
        type: 'function_call',
        callId: `c${sum}`,
        name: 'pay',
        arguments: JSON.stringify({ sum }),
        status: 'completed',
      },
    ];
    const fine = new Agent({ name: 'a', model: modelThatSays(call(1), text('done')), tools: [pay] });
    expect((await runner.run(fine, 'pay 1')).finalOutput).toBe('done');
    const large = new Agent({ name: 'a', model: modelThatSays(call(999), text('done')), tools: [pay] });
    await expect(runner.run(large, 'pay 999')).rejects.toMatchObject({
      code: 'AGENTS-E-GUARDRAIL-DENIED',
      message: expect.stringContaining('small-sums'),
    });
    expect(paid).toBe(1);
  });

  it.each([
    ['crm.erase', { name: 'crm_erase' }, true],
    ['crm_erase', { name: 'crm_erase' }, true],
    ['crm.erase', { name: 'erase', namespace: 'crm' }, true],
    ['erase', { name: 'erase', namespace: 'crm' }, true],
    ['erase', { name: 'crm_erase' }, false],
    ['crm.erase', { name: 'erase', namespace: 'files' }, false],
  ])('matches the tool %s with the call %j: %j', async (name, call, isFound) => {
    const [guardrail] = createGuardrailsTemplate({
      toolRules: [{ name: 'never', tools: [name], check: () => 'no' }],
    }).toolInputGuardrails;
    const toolCall = { type: 'function_call', callId: 'c', arguments: '{}', ...call } as const;
    const agent = new Agent({ name: 'a' });
    const answer = await guardrail?.run({ toolCall, agent, context: new RunContext() });
    expect(answer?.behavior?.type).toBe(isFound ? 'throwException' : 'allow');
  });

  it('accepts everything else', async () => {
    const agent = new Agent({ name: 'a', model: modelThatSays(text('hello')), ...rules });
    expect((await runner.run(agent, 'hi')).output_text).toBe('hello');
  });
});
