import { randomUUID } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import {
  MemoryTranscriptStore,
  ModelRegistry,
  normalizeCredentials,
  readResponse,
  ResponsesClient,
  type RunResult,
} from '@sekisho/responses';
import { irisDefaults } from '../../src/ask/iris-settings.ts';
import { OpenAiEngine } from '../../src/ask/openai-engine.ts';
import { createIrisSurface } from '../../src/create-iris-surface.ts';
import { createMcpServer } from '../../src/mcp/create-mcp-server.ts';
import { StdioTransport } from '@sekisho/mcp-http/stdio';
import { TaskStore } from '../../src/mcp/task-store.ts';

/** iris with a client that responds immediately, so that only the server's own work is measured. */
class InstantClient extends ResponsesClient {
  readonly #result: RunResult = {
    ok: true,
    attempts: 1,
    requestId: undefined,
    outcome: readResponse({
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model: 'gpt-6.1-sol',
      created_at: 1_794_000_000,
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] }],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    }),
  };

  override async run(): Promise<RunResult> {
    return this.#result;
  }
}

const surface = createIrisSurface(async () => {
  const credentials = normalizeCredentials({ openai_api_key: 'none' });
  return new OpenAiEngine({
    client: new InstantClient({ credentials }),
    registry: new ModelRegistry(),
    transcripts: new MemoryTranscriptStore(),
    handles: undefined,
    defaults: { ...irisDefaults, continuity: 'server' },
    demo: false,
    now: Date.now,
  });
});
const tasks = new TaskStore({ now: Date.now, makeId: randomUUID });
const transport = new StdioTransport(process.stdin, process.stdout);
serveStdio(() => createMcpServer(surface, tasks), { transport });
