// Shows: a model on your own machine. Any server with OpenAI's API is sufficient; here it is the simulator.
import assert from 'node:assert/strict';
import { createSimulator, serveSimulator } from '@sekisho/responses/simulator';
import { Agent, createRunner, getProvider, RuleSafetyAgent, tool } from 'sekisho';
import { z } from 'zod';
import { plannedPersona } from '../simulated-model.ts';

const simulator = createSimulator({
  persona: plannedPersona([{ name: 'get_weather', arguments: { city: 'Kyoto' } }]),
});
const server = await serveSimulator(simulator);
try {
  // The address of Ollama is http://127.0.0.1:11434/v1, and the model is one that you have pulled.
  const ollama = getProvider('ollama', { env: {}, baseUrl: server.baseUrl });
  const getWeather = tool({
    name: 'get_weather',
    description: 'Returns the weather.',
    parameters: z.object({ city: z.string() }),
    extensions: { manifest: { effect: 'read' } },
    execute: async ({ city }) => `Sunny in ${city}.`,
  });
  const guide = new Agent({ name: 'Guide', model: ollama.getModel('gpt-6.1-sol'), tools: [getWeather] });
  const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });

  const { output_text: text } = await runner.run(guide, 'How is the weather in Kyoto?');
  assert.equal(text, 'Done. Sunny in Kyoto.');
  assert.deepEqual(
    simulator.journal.map(({ path }) => path),
    ['/v1/chat/completions', '/v1/chat/completions'],
    'Both requests went to the local server, as Chat Completions.',
  );

  // A setting that this provider would ignore is rejected before a request is sent.
  const picky = guide.clone({ modelSettings: { toolChoice: 'required' } });
  const rejection = await runner.run(picky, 'How is the weather?').catch((error: unknown) => error);
  assert.equal(Reflect.get(Object(rejection), 'code'), 'AGENTS-E-COMPAT-UNSUPPORTED');
  assert.equal(simulator.journal.length, 2, 'The rejected request was not sent.');
  await runner.close();
  console.log(`${text} An unsupported setting was rejected.`);
} finally {
  await server.close();
}
