import * as core from '@openai/agents-core';

// Imports one package and prints its side effects. "causeSideEffects" is a module with the side effects that ours must not have.
const [what] = process.argv.slice(2);
const effects: object = Reflect.get(globalThis, Symbol.for('sekisho.test.effects'));
const processors = countProcessors();
const before = methods();
for (const log of Object.values(effects)) log.length = 0;

if (what === 'ours') await import('../../src/index.ts');
if (what === 'upstream') await import('@openai/agents');
if (what === 'causeSideEffects') await causeSideEffects();

const after = methods();
const report = {
  ...structuredClone(effects),
  handles: activeHandles(),
  changedMethods: [...after].filter(([name, method]) => before.get(name) !== method).map(([name]) => name),
  provider: hasProvider() ? 'set' : 'none',
  traceProcessors: processors.count,
};
Reflect.set(globalThis, Symbol.for('sekisho.test.report'), true);
process.stdout.write(JSON.stringify(report));

async function causeSideEffects(): Promise<void> {
  const { writeFileSync } = await import('node:fs');
  const { connect } = await import('node:net');
  writeFileSync('causeSideEffects.txt', 'x');
  clearInterval(setInterval(() => undefined, 1000));
  process.stdout.write('hello');
  try {
    connect(9, '127.0.0.1');
  } catch {
    return;
  }
}

/** Returns every method of every class of upstream, to detect replaced methods. */
function methods(): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, value] of Object.entries(core)) {
    if (typeof value !== 'function') continue;
    for (const owner of [value, value.prototype] as unknown[]) {
      if (typeof owner !== 'function' && (typeof owner !== 'object' || owner === null)) continue;
      for (const key of Reflect.ownKeys(owner)) {
        const kind = typeof owner === 'function' ? 'static' : 'prototype';
        found.set(`${name}.${kind}.${String(key)}`, Object.getOwnPropertyDescriptor(owner, key)?.value);
      }
    }
  }
  return found;
}

function activeHandles(): string[] {
  const handles: unknown = Reflect.get(process, '_getActiveHandles').call(process);
  const standard: unknown[] = [process.stdout, process.stderr, process.stdin];
  return (Array.isArray(handles) ? handles : [])
    .filter((handle) => !standard.includes(handle) && Reflect.get(handle, 'fd') === undefined)
    .map((handle) => handle.constructor.name);
}

function hasProvider(): boolean {
  try {
    void new core.Runner().config.modelProvider.getModel('any');
    return true;
  } catch {
    return false;
  }
}

/** Counts the processors that are added to the list of upstream. */
function countProcessors(): { count: number } {
  const counter = { count: 0 };
  const { prototype } = core.MultiTracingProcessor;
  for (const name of ['addTraceProcessor', 'setProcessors'] as const) {
    const original: CallableFunction = prototype[name];
    Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]): unknown {
      counter.count += 1;
      return Reflect.apply(original, this, args);
    });
  }
  return counter;
}
