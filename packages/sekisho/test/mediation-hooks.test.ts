import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { patchCopy } from '../src/openai-agents/patches.ts';
import type { AgentsCore } from '../src/openai-agents/upstream.ts';

const require = createRequire(import.meta.url);

/** Loads the CommonJS build of the Agents SDK again, without hooks. */
function freshCopy(): AgentsCore {
  const path = require.resolve('@openai/agents-core');
  const folder = dirname(path) + sep;
  const kept = Object.entries(require.cache).filter(([file]) => file.startsWith(folder));
  for (const [file] of kept) delete require.cache[file];
  const copy: AgentsCore = require('@openai/agents-core');
  for (const file of Object.keys(require.cache)) if (file.startsWith(folder)) delete require.cache[file];
  for (const [file, module] of kept) require.cache[file] = module;
  return copy;
}

/** Every object that receives hooks. */
const owners = (copy: AgentsCore): readonly object[] => [
  copy.Agent.prototype,
  Object.getPrototypeOf(copy.AgentHooks.prototype),
  copy.RunContext.prototype,
  copy.Runner.prototype,
  copy.RunState,
  copy.RunState.prototype,
  copy.StreamedRunResult.prototype,
];

const methodsOf = (copy: AgentsCore) =>
  owners(copy).flatMap((owner) =>
    Object.values(Object.getOwnPropertyDescriptors(owner)).map(({ value }): unknown => value),
  );

/** Every hooked method, as its index in `owners` and its name. */
const TARGETS = [
  [0, 'getMcpTools'],
  [0, 'getAllTools'],
  [0, 'getEnabledHandoffs'],
  [0, 'asTool'],
  [1, 'emit'],
  [2, 'isToolApproved'],
  [2, '_resolveToolInvocationApproval'],
  [3, 'run'],
  [4, 'fromString'],
  [4, 'fromStringWithContext'],
  [5, 'toJSON'],
  [5, 'approve'],
  [6, '_done'],
  [6, '_raiseError'],
] as const;

describe('the hooks in a copy of the Agents SDK', () => {
  it.each(TARGETS)('are not installed at all if a method is missing (%i, %s)', (ownerIndex, name) => {
    const copy = freshCopy();
    const owner = Object(owners(copy)[ownerIndex]);
    const original: unknown = owner[name];
    expect(original).toBeTypeOf('function');
    Reflect.deleteProperty(owner, name);
    const before = methodsOf(copy);
    const refusal = {
      code: 'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
      message: expect.stringContaining(`"${name}"`),
    };
    expect(() => patchCopy(copy)).toThrow(expect.objectContaining(refusal));
    expect(() => patchCopy(copy)).toThrow(expect.objectContaining(refusal));
    expect(methodsOf(copy)).toEqual(before);
    Object.defineProperty(owner, name, { value: original, configurable: true, writable: true });
    patchCopy(copy);
    expect(owner[name]).not.toBe(original);
  });

  it('replace these methods and no others', () => {
    const copy = freshCopy();
    const names = () => owners(copy).map((owner) => Object.entries(Object.getOwnPropertyDescriptors(owner)));
    const before = names();
    patchCopy(copy);
    const changed = names().flatMap((entries, ownerIndex) =>
      entries
        .filter(
          ([name, { value }]) => before[ownerIndex]?.find(([other]) => other === name)?.[1].value !== value,
        )
        .map(([name]) => `${ownerIndex} ${name}`),
    );
    expect(changed.toSorted()).toEqual(TARGETS.map((each) => each.join(' ')).toSorted());
    patchCopy(copy);
  });
});
