import { assistantMessage, functionCall } from '@openai/agents/testing';
import { z } from 'zod';
import { observe } from '../observe.ts';
import type { Programs } from '../program.ts';

export const tracing: Programs = {
  'traces and spans around runs': async ({ sdk, model }) => {
    const seen: unknown[] = [];
    const scripted = model([functionCall('look', {}, { callId: 'c1' })], [assistantMessage('Blue.')]);
    const look = sdk.tool({
      name: 'look',
      description: 'Looks',
      parameters: z.object({}),
      execute: async () =>
        sdk.withCustomSpan(
          async () => {
            seen.push(['in a tool', sdk.getCurrentTrace() !== null, sdk.getCurrentSpan() !== null]);
            return 'blue';
          },
          { data: { name: 'looking' } },
        ),
    });
    const agent = new sdk.Agent({ name: 'Looker', tools: [look], model: scripted });
    const result = await sdk.withTrace(
      'my workflow',
      async (trace) => {
        seen.push(['trace', trace.name, sdk.getCurrentTrace()?.name]);
        return sdk.run(agent, 'sky?');
      },
      { groupId: 'group_1', metadata: { team: 'a' } },
    );
    seen.push(['after', sdk.getCurrentTrace()]);
    const custom = await sdk.withTrace('second', () =>
      sdk.withFunctionSpan(async (span) => span.spanData.type, { data: { name: 'f' } }),
    );
    const ids = [sdk.generateTraceId(), sdk.generateSpanId(), sdk.generateGroupId()];
    return { result: observe(result), seen, custom, ids: ids.map((id) => id.split('_')[0]) };
  },

  'a span inside a tool, without a trace of the program': async ({ sdk, model }) => {
    const scripted = model([functionCall('look', {}, { callId: 'c1' })], [assistantMessage('Blue.')]);
    const look = sdk.tool({
      name: 'look',
      description: 'Looks',
      parameters: z.object({}),
      execute: async () => sdk.withCustomSpan(async () => 'blue', { data: { name: 'looking' } }),
    });
    const agent = new sdk.Agent({ name: 'Looker', tools: [look], model: scripted });
    return { result: observe(await sdk.run(agent, 'sky?')) };
  },

  'a processor of the program sees the spans': async ({ sdk, model }) => {
    const seen: unknown[] = [];
    const scripted = model([functionCall('look', {}, { callId: 'c1' })], [assistantMessage('Blue.')]);
    const look = sdk.tool({
      name: 'look',
      description: 'Looks',
      parameters: z.object({}),
      execute: async () => 'blue',
    });
    const agent = new sdk.Agent({ name: 'Looker', tools: [look], model: scripted });
    sdk.setTracingDisabled(false);
    sdk.setTraceProcessors([
      {
        start: () => undefined,
        onTraceStart: async (trace) => void seen.push(['trace start', trace.name]),
        onTraceEnd: async (trace) => void seen.push(['trace end', trace.name]),
        onSpanStart: async (span) => void seen.push(['span start', span.spanData.type]),
        onSpanEnd: async (span) => void seen.push(['span end', span.spanData]),
        shutdown: async () => undefined,
        forceFlush: async () => undefined,
      },
    ]);
    try {
      const runner = new sdk.Runner({ workflowName: 'flow', traceIncludeSensitiveData: true });
      await runner.run(agent, 'sky?');
      return { seen };
    } finally {
      sdk.setTraceProcessors([]);
      sdk.setTracingDisabled(true);
    }
  },
};
