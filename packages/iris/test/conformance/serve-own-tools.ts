import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createSimulator, serveSimulator } from '@sekisho/responses/simulator';
import { PROGRAM_ENVIRONMENT } from '../../../../test/program-environment.ts';
import { callTool } from '../connect-iris.ts';
import { serveTranslated } from './serve-translated.ts';

const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));

/** Serves the real program with its own tools, on a simulated OpenAI, behind a proxy that translates names. */
export async function serveOwnTools() {
  // The latency is long enough for progress reports and for reading a running task.
  const latency = { queuedMs: 50, backgroundMs: 500, perEventMs: 100 };
  const openai = await serveSimulator(createSimulator({ now: Date.now, latency }));
  const server = spawn(
    process.execPath,
    ['--conditions=@sekisho/source', bin, '--http', '--no-token', '--port', '0'],
    {
      env: { ...PROGRAM_ENVIRONMENT, OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.baseUrl },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const [line] = await once(createInterface(server.stderr), 'line');
  const url = /http:\S+/.exec(String(line))?.[0] ?? '';
  const client = new Client({ name: 'setup', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  // The suite expects "123" in the resource that it reads with that parameter.
  const { response_id: responseId = '' } = (await callTool(client, 'iris', { input: 'What is 100+23?' }))
    .answer;
  const args = { input: 'Make a CSV file of the numbers 1, 2 and 3.', useCodeInterpreter: true };
  const { files } = (await callTool(client, 'iris', args)).answer;
  await client.close();
  const translated = await serveTranslated(url, { responseId, fileUri: files[0]?.uri ?? '' });
  return {
    url: translated.url,
    close: async () => {
      await translated.close();
      server.kill();
      await once(server, 'exit');
      await openai.close();
    },
  };
}
