import { assistantMessage, functionCall } from '@openai/agents/testing';
import { z } from 'zod';
import { describeFailure, observe, observeFailure } from '../observe.ts';
import type { Programs, Sdk, ProgramEnvironment } from '../program.ts';

export const guardrails: Programs = {
  'an input guardrail that passes and one that triggers': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('4')]);
    const seen: unknown[] = [];
    const homework = {
      name: 'homework',
      execute: async ({
        input,
        context,
        agent,
      }: {
        input: unknown;
        context: object;
        agent: { name: string };
      }) => {
        seen.push([input, context instanceof sdk.RunContext, agent.name]);
        const isHomework = JSON.stringify(input).includes('homework');
        return { tripwireTriggered: isHomework, outputInfo: { isHomework } };
      },
    };
    const agent = new sdk.Agent({ name: 'Tutor', model: scripted, inputGuardrails: [homework] });
    const passed = observe(await sdk.run(agent, 'What is 2+2?'));
    const tripped = await observeFailure(() => sdk.run(agent, 'Do my homework'));
    return { passed, tripped, seen };
  },

  'an input guardrail that runs before the model': async ({ sdk, model }) => {
    const scripted = model();
    const agent = new sdk.Agent({
      name: 'Tutor',
      model: scripted,
      inputGuardrails: [
        {
          name: 'closed',
          runInParallel: false,
          execute: async () => ({ tripwireTriggered: true, outputInfo: 'closed today' }),
        },
      ],
    });
    const tripped = await observeFailure(() => sdk.run(agent, 'hello'));
    return { tripped, calls: scripted.calls.length };
  },

  'a guardrail that throws': async ({ sdk, model }) => {
    const scripted = model();
    const agent = new sdk.Agent({
      name: 'Tutor',
      model: scripted,
      inputGuardrails: [
        {
          name: 'broken',
          runInParallel: false,
          execute: async () => {
            throw new Error('guardrail down');
          },
        },
      ],
    });
    return { failure: await observeFailure(() => sdk.run(agent, 'hello')) };
  },

  'a run that failed in a guardrail is retried from its state': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('answer')]);
    const agent = new sdk.Agent({
      name: 'Tutor',
      model: scripted,
      inputGuardrails: [
        {
          name: 'broken',
          runInParallel: false,
          execute: async () => {
            throw new Error('guardrail down');
          },
        },
      ],
    });
    try {
      return { unexpected: observe(await sdk.run(agent, 'hello')) };
    } catch (error) {
      if (!(error instanceof sdk.GuardrailExecutionError) || !error.state) throw error;
      agent.inputGuardrails = [
        { name: 'backup', execute: async () => ({ tripwireTriggered: false, outputInfo: 'ok' }) },
      ];
      return { result: observe(await sdk.run(agent, error.state)) };
    }
  },

  'output guardrails': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('fine words')], [assistantMessage('a rude word')]);
    const polite = {
      name: 'polite',
      execute: async ({ agentOutput }: { agentOutput: unknown }) => {
        const rude = String(agentOutput).includes('rude');
        return { tripwireTriggered: rude, outputInfo: { rude } };
      },
    };
    const agent = new sdk.Agent({ name: 'Speaker', model: scripted, outputGuardrails: [polite] });
    return {
      passed: observe(await sdk.run(agent, 'speak')),
      tripped: await observeFailure(() => sdk.run(agent, 'speak again')),
    };
  },

  'guardrails of the runner, streamed': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('words')]);
    const runner = new sdk.Runner({
      outputGuardrails: [
        { name: 'never', execute: async () => ({ tripwireTriggered: true, outputInfo: 'no' }) },
      ],
    });
    const stream = await runner.run(new sdk.Agent({ name: 'Speaker', model: scripted }), 'speak', {
      stream: true,
    });
    const completion = await observeFailure(() => stream.completed);
    return { completion, error: describeFailure(stream.error) };
  },

  'tool guardrails: allow': async ({ sdk, model }) => toolGuardrails(sdk, model, 'allow', 'allow'),
  'tool guardrails: the input is rejected': async ({ sdk, model }) =>
    toolGuardrails(sdk, model, 'reject', 'allow'),
  'tool guardrails: the output is replaced': async ({ sdk, model }) =>
    toolGuardrails(sdk, model, 'allow', 'reject'),
  'tool guardrails: the input guardrail throws': async ({ sdk, model }) =>
    toolGuardrails(sdk, model, 'throw', 'allow'),
  'tool guardrails: the output guardrail throws': async ({ sdk, model }) =>
    toolGuardrails(sdk, model, 'allow', 'throw'),

  'a tool guardrail that runs before the approval': async ({ sdk, model }) => {
    const scripted = model([functionCall('pay', { yen: 5 }, { callId: 'c1' })], [assistantMessage('no')]);
    const pay = sdk.tool({
      name: 'pay',
      description: 'Pays',
      parameters: z.object({ yen: z.number() }),
      needsApproval: true,
      inputGuardrails: [
        {
          name: 'cap',
          run: async () => sdk.ToolGuardrailFunctionOutputFactory.rejectContent('Too much.'),
        },
      ],
      execute: async () => 'paid',
    });
    const agent = new sdk.Agent({ name: 'Payer', tools: [pay], model: scripted });
    const result = await sdk.run(agent, 'pay', { toolExecution: { preApprovalInputGuardrails: true } });
    return { result: observe(result) };
  },
};

type Behaviour = 'allow' | 'reject' | 'throw';

async function toolGuardrails(
  sdk: Sdk,
  model: ProgramEnvironment['model'],
  input: Behaviour,
  output: Behaviour,
): Promise<object> {
  const fails = input === 'throw' || output === 'throw';
  const scripted = model(
    [functionCall('pay', { yen: 5 }, { callId: 'c1' })],
    ...(fails ? [] : [[assistantMessage('done')]]),
  );
  const ran: number[] = [];
  const seen: unknown[] = [];
  const factory = sdk.ToolGuardrailFunctionOutputFactory;
  const behave = (behaviour: Behaviour, where: string) => {
    if (behaviour === 'allow') return factory.allow(`${where} fine`);
    if (behaviour === 'reject') return factory.rejectContent(`${where} refused`, { where });
    return factory.throwException({ where });
  };
  const pay = sdk.tool({
    name: 'pay',
    description: 'Pays',
    parameters: z.object({ yen: z.number() }),
    inputGuardrails: [
      sdk.defineToolInputGuardrail({
        name: 'in',
        run: async ({ toolCall, agent }) => {
          seen.push(['in', toolCall.arguments, agent.name]);
          return behave(input, 'input');
        },
      }),
    ],
    outputGuardrails: [
      sdk.defineToolOutputGuardrail({
        name: 'out',
        run: async ({ output: value }) => {
          seen.push(['out', value]);
          return behave(output, 'output');
        },
      }),
    ],
    execute: async ({ yen }) => {
      ran.push(yen);
      return 'paid';
    },
  });
  const agent = new sdk.Agent({ name: 'Payer', tools: [pay], model: scripted });
  const outcome = fails
    ? await observeFailure(() => sdk.run(agent, 'pay'))
    : observe(await sdk.run(agent, 'pay'));
  return { outcome, ran, seen };
}
