import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAgent, askEcho, streamEcho, textOf } from './ask-plugin.ts';
import { daemonKinds } from './daemon-kinds.ts';
import { waitUntil } from './ground/wait-until.ts';
import { openEnvironment, type TestEnvironment } from './open-environment.ts';
import { buildPackage } from './plugins/build-package.ts';

describe.each(daemonKinds())('the minimal plugins in $name', (kind) => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await openEnvironment(kind);
    await environment.install((await buildPackage('echo', { withNodeWheel: false })).bytes);
    await environment.install((await buildPackage('courier', { withNodeWheel: false })).bytes);
  });

  afterAll(() => environment[Symbol.asyncDispose]());

  it('are listed', async () => {
    expect((await environment.client.list()).toSorted()).toEqual(['sekisho/courier', 'sekisho/echo']);
  });

  it('respond', async () => {
    expect(await askEcho(environment.client, 'every word comes back')).toBe('every word comes back');
  });

  it('stream: the first words arrive long before the last', async () => {
    const began = performance.now();
    const arrivals: number[] = [];
    for await (const piece of streamEcho(environment.client, '/slowly 20')) {
      if (piece !== '') arrivals.push(performance.now() - began);
    }
    expect(arrivals.length).toBeGreaterThan(10);
    expect((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(1000);
  });

  it('do not receive the secrets of the daemon', async () => {
    const names = (await askEcho(environment.client, '/environment')).split(' ');
    expect(names).toContain('PATH');
    for (const secret of ['SERVER_KEY', 'DIFY_INNER_API_KEY', 'DB_PASSWORD']) {
      expect(names).not.toContain(secret);
    }
  });

  it('survive a text above the line limit', async () => {
    const before = await askEcho(environment.client, '/pid');
    expect(await askEcho(environment.client, '/megabytes 6')).toHaveLength(6 * 1024 * 1024);
    expect(await askEcho(environment.client, '/pid')).toBe(before);
  });

  const askCourier = (query: string) =>
    askAgent(environment.client, {
      pluginId: 'sekisho/courier',
      provider: 'courier',
      strategy: 'carry',
      params: { query, model: { provider: 'sekisho/echo/echo', model: 'echo-1', mode: 'chat' } },
    });

  it('call a model and a tool of Dify from an agent', async () => {
    expect(textOf(await askCourier('carry this '))).toBe('carry this CARRY THIS');
  });

  it('lose no message of an agent that sends a thousand messages', async () => {
    expect(await askCourier('/logs 1000')).toHaveLength(1000);
  });

  it('report invalid credentials without the key', async () => {
    const check = (key: string) =>
      Array.fromAsync(
        environment.client.dispatch({
          pluginId: 'sekisho/echo',
          path: 'model/validate_provider_credentials',
          data: { provider: 'echo', credentials: { api_key: key } },
        }),
      );
    expect(await check('good')).toMatchObject([{ result: true }]);
    const refusal = await check('sk-very-secret-key').catch((error: unknown) => String(error));
    expect(refusal).toContain('CredentialsValidateFailedError');
    expect(refusal).not.toContain('sk-very-secret-key');
  });

  it('respond to a hundred concurrent requests, each with its own text', async () => {
    const prompts = Array.from({ length: 100 }, (_, index) => `this is the request number ${index} of many`);
    expect(await Promise.all(prompts.map((prompt) => askEcho(environment.client, prompt)))).toEqual(prompts);
  });

  it('restart when their process is killed during a response', async () => {
    const before = await askEcho(environment.client, '/pid');
    const interrupted = streamEcho(environment.client, '/slowly 50');
    expect((await interrupted.next()).value).toContain('word0');
    process.kill(Number(before), 'SIGKILL');
    const after = await waitUntil('the plugin to restart', async () => {
      // After the end of a process the daemon may never respond to the first request, for plugins in any language.
      const pid = await askEcho(environment.client, '/pid', { timeoutMs: 5000 }).catch(() => before);
      return pid === before ? undefined : pid;
    });
    expect(Number(after)).toBeGreaterThan(0);
    await interrupted.return(undefined).catch(() => undefined);
  });

  it('run again after a restart of the daemon', async () => {
    await environment.restart();
    const answer = await waitUntil('the plugin to be ready', () =>
      askEcho(environment.client, 'still here').catch(() => undefined),
    );
    expect(answer).toBe('still here');
  });

  it('are not listed after they are uninstalled', async () => {
    await environment.client.uninstall('sekisho/courier');
    expect(await environment.client.list()).toEqual(['sekisho/echo']);
  });
});
