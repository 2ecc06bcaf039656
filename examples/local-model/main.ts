// Shows: a model on your own machine. Any server that speaks OpenAI's protocol will do; here the simulator listens.
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
  // With Ollama itself the address is http://127.0.0.1:11434/v1 and the model one that you pulled.
  const ollama = getProvider('ollama', { env: {}, baseUrl: server.baseUrl });
  const getWeather = tool({
    name: 'get_weather',
    description: 'Tells the weather.',
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
    'Both questions went to the local server, as Chat Completions.',
  );

  // What this provider would silently ignore is refused before anything is sent.
  const picky = guide.clone({ modelSettings: { toolChoice: 'required' } });
  const refusal = await runner.run(picky, 'How is the weather?').catch((error: unknown) => error);
  assert.equal(Reflect.get(Object(refusal), 'code'), 'AGENTS-E-COMPAT-UNSUPPORTED');
  assert.equal(simulator.journal.length, 2, 'The refused request was not sent.');
  await runner.close();
  console.log(`${text} And a setting that the server would ignore was refused.`);
} finally {
  await server.close();
}
