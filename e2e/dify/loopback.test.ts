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

  // Linux gives a program that listens on every interface 127.0.0.2 too, and other machines reach it as well.
  it('are those of 127.0.0.1 alone', async () => {
    for (const port of [Number(new URL(world.daemon.url).port), world.daemon.debuggingPort]) {
      expect(await answersOnPort(port)).toBe(true);
      expect(await answersOnPort(port, '127.0.0.2')).toBe(false);
    }
  });
});
