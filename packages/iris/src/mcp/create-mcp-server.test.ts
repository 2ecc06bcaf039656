import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createMcpServer } from './create-mcp-server.ts';
import type { Surface } from './surface.ts';
import { TaskStore } from './task-store.ts';

function createSurface() {
  const listeners = new Set<(uri: string) => void>();
  const surface: Surface = {
    info: { name: 'test', version: '1.0.0' },
    instructions: '',
    tools: [],
    prompts: [],
    resources: {
      list: async () => [],
      templates: [],
      read: async () => undefined,
      watch: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    complete: async () => [],
  };
  return { surface, listeners };
}

async function connect(surface: Surface): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const tasks = new TaskStore({ now: () => 0, makeId: () => 't' });
  await createMcpServer(surface, tasks).connect(far);
  const client = new Client({ name: 'test-client', version: '1.0.0' });
  await client.connect(near);
  return client;
}

describe('createMcpServer', () => {
  it('stops watching when the connection closes', async () => {
    const { surface, listeners } = createSurface();
    const client = await connect(surface);
    await client.subscribeResource({ uri: 'test://a' });
    await client.subscribeResource({ uri: 'test://b' });
    expect(listeners.size).toBe(1);
    await client.close();
    expect(listeners.size).toBe(0);
  });

  it('limits the watched resources of a connection', async () => {
    const { surface } = createSurface();
    const client = await connect(surface);
    for (let index = 0; index < 100; index += 1) await client.subscribeResource({ uri: `test://${index}` });
    await expect(client.subscribeResource({ uri: 'test://more' })).rejects.toThrow('100 resources');
    await client.subscribeResource({ uri: 'test://7' });
    await client.unsubscribeResource({ uri: 'test://7' });
    await client.subscribeResource({ uri: 'test://more' });
  });
});
