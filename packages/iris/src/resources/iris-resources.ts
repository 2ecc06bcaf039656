import type { Resource } from '@modelcontextprotocol/server';
import type { Engine } from '../ask/engine.ts';
import type { ResourceProvider } from '../mcp/surface.ts';

const MODELS: Resource = {
  uri: 'iris://models',
  name: 'models',
  title: 'Models',
  description: 'The models that iris knows: efforts, features, prices with their date, shutdown dates.',
  mimeType: 'application/json',
};
const CONVERSATIONS: Resource = {
  uri: 'iris://conversations',
  name: 'conversations',
  title: 'Conversations',
  description: 'The latest answers of this server with the ids to continue them.',
  mimeType: 'application/json',
};

/** Creates the resources of iris: models, conversations, responses, and files that code created. */
export function createIrisResources(
  loadEngine: () => Promise<Engine>,
  watch: ResourceProvider['watch'],
): ResourceProvider {
  return {
    list: async () => [MODELS, CONVERSATIONS],
    templates: [
      {
        uriTemplate: 'iris://responses/{id}',
        name: 'response',
        title: 'A response',
        description: 'One earlier answer with its citations, code and usage.',
        mimeType: 'application/json',
      },
      {
        uriTemplate: 'iris://files/{container}/{file}',
        name: 'file',
        title: 'A file',
        description: 'A file that code created; it is deleted about twenty minutes after its last use.',
      },
    ],
    read: async (uri, owner) => {
      const engine = await loadEngine();
      if (uri === MODELS.uri) {
        const { describeModels } = await import('./describe-models.ts');
        return json(uri, describeModels(engine.registry));
      }
      if (uri === CONVERSATIONS.uri) return json(uri, engine.index.list(owner));
      if (uri.startsWith('iris://responses/')) {
        const { readResponse } = await import('./read-response.ts');
        const answer = await readResponse(uri, owner, engine);
        return answer && json(uri, answer);
      }
      const file = await engine.readFile(uri, owner);
      if (!file) return undefined;
      const blob = Buffer.from(file.bytes).toString('base64');
      return {
        contents: [{ uri, mimeType: 'application/octet-stream', blob }],
        ttlMs: 0,
        cacheScope: 'private',
      };
    },
    watch,
  };
}

function json(uri: string, value: unknown) {
  return {
    contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value, null, 2) }],
    ttlMs: 0,
    cacheScope: 'private' as const,
  };
}
