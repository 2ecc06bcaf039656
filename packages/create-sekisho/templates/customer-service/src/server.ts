import { once } from 'node:events';
import { Conversations } from './conversations.ts';
import { Shop } from './shop.ts';
import { simulatedModel } from './simulated-model.ts';
import { createGate, createSupport } from './support.ts';
import { createWeb } from './web.ts';

const hasKey = Boolean(process.env['OPENAI_API_KEY']);
const support = createSupport(new Shop(), hasKey ? undefined : simulatedModel());
const conversations = new Conversations(createGate(support, '.sekisho'), support);
await conversations.open();

const web = createWeb(conversations);
const wanted = Number(process.env['PORT'] ?? 3000);
web.listen(wanted, '127.0.0.1');
try {
  await once(web, 'listening');
} catch (error) {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  console.error(
    `The page cannot be served on port ${wanted}${code}. Stop the program that uses it, or set PORT to another number.`,
  );
  await conversations.close();
  process.exit(1);
}
const address = web.address();
const port = typeof address === 'object' && address ? address.port : '';
console.log(`The customer's page: http://127.0.0.1:${port}`);
console.log("The employee's console, in another terminal: npm run console");
if (!hasKey) console.log('No OPENAI_API_KEY: a simulated model answers, which does what customers write.');

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    web.close();
    web.closeAllConnections();
    void conversations.close();
  });
