import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daemonKinds } from './daemon-kinds.ts';
import { answersOnPort } from './ground/answers-on-port.ts';
import { openWorld, type World } from './open-world.ts';

describe.each(daemonKinds())('the ports of $name', (kind) => {
  let world: World;

  beforeAll(async () => {
    world = await openWorld(kind);
  });

  afterAll(() => world[Symbol.asyncDispose]());

  // On Linux a program that listens on every interface also listens on 127.0.0.2, and other machines can reach it.
  it('are bound to 127.0.0.1 only', async () => {
    for (const port of [Number(new URL(world.daemon.url).port), world.daemon.debuggingPort]) {
      expect(await answersOnPort(port)).toBe(true);
      expect(await answersOnPort(port, '127.0.0.2')).toBe(false);
    }
  });
});
