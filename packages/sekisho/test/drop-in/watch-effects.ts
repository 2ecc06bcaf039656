import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** Records side effects from the start of the process. Loaded with --import, before any other module. */
const effects = {
  network: [] as string[],
  writes: [] as string[],
  timers: [] as string[],
  printed: [] as string[],
};
Reflect.set(globalThis, Symbol.for('sekisho.test.effects'), effects);

watch(net, 'net', ['connect', 'createConnection'], effects.network);
watch(net.Socket.prototype, 'socket', ['connect'], effects.network);
watch(dns, 'dns', ['lookup'], effects.network);
watch(fs, 'fs', ['writeFileSync', 'writeFile', 'mkdirSync', 'mkdir', 'createWriteStream'], effects.writes);
watch(globalThis, '', ['setInterval', 'setTimeout'], effects.timers);
for (const [name, stream] of [
  ['stdout', process.stdout],
  ['stderr', process.stderr],
] as const) {
  const write = stream.write.bind(stream);
  Reflect.set(stream, 'write', (...args: unknown[]) => {
    if (Reflect.get(globalThis, Symbol.for('sekisho.test.report')) === true)
      return Reflect.apply(write, stream, args);
    effects.printed.push(name);
    return true;
  });
}
syncBuiltinESMExports();

function watch(owner: object, prefix: string, names: readonly string[], log: string[]): void {
  for (const name of names) {
    const original: CallableFunction = Reflect.get(owner, name);
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]): unknown {
      if (prefix !== 'socket') log.push(prefix === '' ? name : `${prefix}.${name}`);
      if (log === effects.network) {
        if (prefix === 'socket') log.push('net.connect');
        throw new Error('No network while importing.');
      }
      return Reflect.apply(original, this, args);
    });
  }
}
