import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setup } from './harness/build-console.ts';
import { startBrowser } from './harness/open-console.ts';
import { serverClient } from './harness/server-client.ts';
import { startServer } from './harness/start-server.ts';

/** Creates the pictures of the README from the real console: a mail that tries to make the agent send something. */
const folder = join(import.meta.dirname, '../../docs/images');
mkdirSync(folder, { recursive: true });
setup();
const browser = await startBrowser();
for (const language of ['en', 'ja'] as const) {
  const server = await startServer();
  try {
    const [request] = await serverClient(server).ask('mail-poisoned', 2, language);
    if (!request) throw new Error('The scenario caused no request.');
    const { page, settle } = await browser.open(server, `/inbox/${request.approval_id}`, { language });
    await settle();
    await page.screenshot({ path: join(folder, `inbox-${language}.png`) });
  } finally {
    await server.dispose();
  }
}
await browser.close();
