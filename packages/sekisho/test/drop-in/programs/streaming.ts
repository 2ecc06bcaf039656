import { assistantMessage, functionCall, modelError, modelStream } from '@openai/agents/testing';
import type { StreamEvent } from '@openai/agents';
import { z } from 'zod';
import { describeFailure, observe, observeFailure, observeItem, observeRequests } from '../observe.ts';
import type { Programs, Sdk } from '../program.ts';

export const streaming: Programs = {
  'the events of a run with a tool and a handoff': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('look', { at: 'sky' }, { callId: 'c1' })],
      [functionCall('transfer_to_Poet', {}, { callId: 'h1' })],
      [assistantMessage('Blue.')],
    );
    const poet = new sdk.Agent({ name: 'Poet', model: scripted });
    const agent = new sdk.Agent({
      name: 'Watcher',
      model: scripted,
      tools: [lookTool(sdk)],
      handoffs: [poet],
    });
    const stream = await sdk.run(agent, 'sky?', { stream: true });
    const events = await collect(stream);
    await stream.completed;
    return {
      events,
      result: observe(stream),
      cancelled: stream.cancelled,
      error: stream.error ?? null,
      turns: [stream.currentTurn, stream.maxTurns],
      current: stream.currentAgent?.name,
      requests: observeRequests(scripted),
    };
  },

  'the text as a stream': async ({ sdk, model }) => {
    const scripted = model(modelStream(textEvents(['Once ', 'upon ', 'a time.'])));
    const agent = new sdk.Agent({ name: 'Teller', model: scripted });
    const stream = await sdk.run(agent, 'tell', { stream: true });
    const pieces: string[] = [];
    for await (const piece of stream.toTextStream()) pieces.push(piece);
    await stream.completed;
    return { pieces, result: observe(stream) };
  },

  'the text as a Node stream': async ({ sdk, model }) => {
    const scripted = model(modelStream(textEvents(['Hello ', 'world'])));
    const agent = new sdk.Agent({ name: 'Teller', model: scripted });
    const stream = await sdk.run(agent, 'tell', { stream: true });
    const pieces: string[] = [];
    for await (const piece of stream.toTextStream({ compatibleWithNodeStreams: true }))
      pieces.push(String(piece));
    await stream.completed;
    return { pieces, text: stream.finalOutput };
  },

  'events arrive immediately, before the end of the run': async ({ sdk, model }) => {
    const order: string[] = [];
    const scripted = model(
      modelStream(
        (async function* () {
          for (const event of textEvents(['one', 'two'])) {
            order.push(`model ${event.type}`);
            yield event;
            await new Promise((resolve) => void setTimeout(resolve, 5));
          }
        })(),
      ),
    );
    const agent = new sdk.Agent({ name: 'Teller', model: scripted });
    const stream = await sdk.run(agent, 'tell', { stream: true });
    for await (const event of stream) {
      if (event.type === 'raw_model_stream_event') order.push(`program ${event.data.type}`);
    }
    await stream.completed;
    return { order };
  },

  'a stream that waits for approval and resumes as a stream': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('send', { to: 'ann' }, { callId: 'c1' })],
      [assistantMessage('Sent.')],
    );
    const ran: string[] = [];
    const send = sdk.tool({
      name: 'send',
      description: 'Sends',
      parameters: z.object({ to: z.string() }),
      needsApproval: true,
      execute: async ({ to }) => {
        ran.push(to);
        return 'sent';
      },
    });
    const agent = new sdk.Agent({ name: 'Mailer', tools: [send], model: scripted });
    const first = await sdk.run(agent, 'mail ann', { stream: true });
    const before = await collect(first);
    await first.completed;
    const asked = first.interruptions?.map(observeItem);
    for (const item of first.interruptions ?? []) first.state.approve(item);
    const second = await sdk.run(agent, first.state, { stream: true });
    const after = await collect(second);
    await second.completed;
    return { before, asked, after, ran, result: observe(second) };
  },

  'a stream whose model fails': async ({ sdk, model }) => {
    const scripted = model(modelError(new Error('overloaded')));
    const agent = new sdk.Agent({ name: 'Teller', model: scripted });
    const stream = await sdk.run(agent, 'tell', { stream: true });
    const iteration = await observeFailure(() => collect(stream));
    const completion = await observeFailure(() => stream.completed);
    return { iteration, completion, error: describeFailure(stream.error) };
  },

  'a stream that runs out of turns': async ({ sdk, model }) => {
    const scripted = model([functionCall('look', { at: 'sky' }, { callId: 'c1' })]);
    const agent = new sdk.Agent({ name: 'Watcher', tools: [lookTool(sdk)], model: scripted });
    const stream = await sdk.run(agent, 'sky?', { stream: true, maxTurns: 1 });
    const iteration = await observeFailure(() => collect(stream));
    const completion = await observeFailure(() => stream.completed);
    return { iteration, completion, error: describeFailure(stream.error) };
  },

  'a stream that the program closes early': async ({ sdk, model }) => {
    const scripted = model(modelStream(textEvents(['one', 'two', 'three'])));
    const agent = new sdk.Agent({ name: 'Teller', model: scripted });
    const stream = await sdk.run(agent, 'tell', { stream: true });
    const seen: string[] = [];
    for await (const event of stream) {
      seen.push(event.type);
      if (event.type === 'raw_model_stream_event') break;
    }
    await stream.completed;
    return { seen, cancelled: stream.cancelled };
  },

  'a stream that is aborted': async ({ sdk, model }) => {
    const abort = new AbortController();
    const scripted = model(
      modelStream(
        (async function* () {
          const [started, first] = textEvents(['one', 'two']);
          if (started) yield started;
          if (first) yield first;
          abort.abort();
          await new Promise((resolve) => void setTimeout(resolve, 5));
          yield* textEvents(['rest']).slice(1);
        })(),
      ),
    );
    const agent = new sdk.Agent({ name: 'Teller', model: scripted });
    const stream = await sdk.run(agent, 'tell', { stream: true, signal: abort.signal });
    const iteration = await observeFailure(async () => ({ seen: await collect(stream) }));
    const completion = await observeFailure(async () => ({ done: (await stream.completed) ?? 'done' }));
    return { iteration, completion, cancelled: stream.cancelled };
  },

  'a tool that throws without an error function, streamed': async ({ sdk, model }) => {
    const scripted = model([functionCall('fail', {}, { callId: 'c1' })]);
    const fail = sdk.tool({
      name: 'fail',
      description: 'Fails',
      parameters: z.object({}),
      errorFunction: null,
      execute: async () => {
        throw new Error('broken');
      },
    });
    const agent = new sdk.Agent({ name: 'Failing', tools: [fail], model: scripted });
    const stream = await sdk.run(agent, 'go', { stream: true });
    return {
      iteration: await observeFailure(() => collect(stream)),
      completion: await observeFailure(() => stream.completed),
    };
  },
};

async function collect(stream: AsyncIterable<object>): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of stream) {
    const item: unknown = Reflect.get(event, 'item');
    const agent: unknown = Reflect.get(event, 'agent');
    events.push([
      event.constructor.name,
      Reflect.get(event, 'type'),
      Reflect.get(event, 'name'),
      Reflect.get(event, 'data'),
      item === undefined ? undefined : observeItem(item),
      Reflect.get(Object(agent), 'name'),
    ]);
  }
  return events;
}

const lookTool = (sdk: Sdk) =>
  sdk.tool({
    name: 'look',
    description: 'Looks',
    parameters: z.object({ at: z.string() }),
    execute: async ({ at }) => `the ${at} is blue`,
  });

function textEvents(pieces: readonly string[]): StreamEvent[] {
  return [
    { type: 'response_started' },
    ...pieces.map((delta) => ({ type: 'output_text_delta' as const, delta })),
    {
      type: 'response_done',
      response: {
        id: 'resp_streamed',
        usage: { requests: 1, inputTokens: 3, outputTokens: 4, totalTokens: 7 },
        output: [assistantMessage(pieces.join(''), { id: 'm1' })],
      },
    },
  ];
}
