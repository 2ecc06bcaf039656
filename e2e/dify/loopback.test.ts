import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daemonKinds } from './daemon-kinds.ts';
import { isPortOpen } from './ground/is-port-open.ts';
import { openEnvironment, type TestEnvironment } from './open-environment.ts';

describe.each(daemonKinds())('the ports of $name', (kind) => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await openEnvironment(kind);
  });

  afterAll(() => environment[Symbol.asyncDispose]());

  // On Linux a program that listens on every interface also listens on 127.0.0.2, and other machines can reach it.
  it('are bound to 127.0.0.1 only', async () => {
    for (const port of [Number(new URL(environment.daemon.url).port), environment.daemon.debuggingPort]) {
      expect(await isPortOpen(port)).toBe(true);
      expect(await isPortOpen(port, '127.0.0.2')).toBe(false);
    }
  });
});
