import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { askEcho } from './ask-plugin.ts';
import { daemonKinds } from './daemon-kinds.ts';
import { waitUntil } from './ground/wait-until.ts';
import { openEnvironment, type TestEnvironment } from './open-environment.ts';
import { buildPackage } from './plugins/build-package.ts';
import { startRemotePlugin } from './plugins/start-remote-plugin.ts';
import { standInDaemon } from './stand-in/stand-in-daemon.ts';

const kinds = [...daemonKinds(), standInDaemon(inject('ground').python, 'tenant')];

describe.each(kinds)('remote debugging in $name', (kind) => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await openEnvironment(kind);
  });

  afterAll(() => environment[Symbol.asyncDispose]());

  const start = async (plugin: Parameters<typeof buildPackage>[0]) => {
    const { bytes } = await buildPackage(plugin);
    const { env } = inject('ground').python;
    const key = await environment.client.debuggingKey();
    return startRemotePlugin(bytes, { port: environment.daemon.debuggingPort, key, env });
  };
  // Older daemons replace the author with the workspace.
  const idOf = (name: string) => `${kind.debuggedAs === 'author' ? 'sekisho' : environment.tenant}/${name}`;
  const waitForList = (expected: readonly string[]) =>
    waitUntil(`the list ${expected.join()}`, async () =>
      (await environment.client.list()).join() === expected.join() ? true : undefined,
    );

  it('makes a plugin available while it is connected', async () => {
    const plugin = await start('echo');
    try {
      const pluginId = idOf('echo');
      await waitForList([pluginId]);
      expect(await askEcho(environment.client, 'from a laptop', { pluginId })).toBe('from a laptop');
    } finally {
      await plugin.stop();
    }
  });

  // Only here does the daemon check every field of every declaration.
  it.each(['openai_gpt5_responses', 'gpt5_agent_strategies'] as const)(
    'accepts the declarations of %s, and removes them when it disconnects',
    async (name) => {
      await waitForList([]);
      const plugin = await start(name);
      try {
        expect(await waitForList([idOf(name)])).toBe(true);
      } finally {
        await plugin.stop();
      }
      expect(await waitForList([])).toBe(true);
    },
  );
});
