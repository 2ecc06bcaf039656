import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { tool, toolNamespace } from '@openai/agents-core';
import { hasDynamicFunctionToolApprovalPolicy } from '@openai/agents-core/utils/internal';
import { toolSearchTool } from '@openai/agents-openai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PATCHES, patchCopy, TESTED_VERSIONS, type Patch } from '../src/openai-agents/patches.ts';
import type { AgentsCore } from '../src/openai-agents/upstream.ts';

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('@openai/agents-core')) + sep;

/** Loads the CommonJS build of the Agents SDK again, without patches. */
function freshCopy(): AgentsCore {
  const kept = Object.entries(require.cache).filter(([file]) => file.startsWith(folder));
  for (const [file] of kept) delete require.cache[file];
  const copy: AgentsCore = require('@openai/agents-core');
  for (const file of Object.keys(require.cache)) if (file.startsWith(folder)) delete require.cache[file];
  for (const [file, module] of kept) require.cache[file] = module;
  return copy;
}

/** Returns every object of a copy that a patch can change, by the name in the table. */
const ownersOf = (copy: AgentsCore) =>
  new Map(PATCHES.map(({ owner, find }) => [owner, find(copy)] as const));

const methodsOf = (copy: AgentsCore) =>
  [...ownersOf(copy)].flatMap(([owner, object]) =>
    Object.entries(Object.getOwnPropertyDescriptors(object)).map(
      ([name, { value }]): readonly [string, unknown] => [`${owner}.${name}`, value],
    ),
  );

const ROWS = PATCHES.map((patch) => [`${patch.owner}.${patch.method}`, patch] as const);

/** What the error of a broken row says. */
const refusal = ({ owner, method, why }: Patch) =>
  expect.objectContaining({
    code: 'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
    message: expect.stringMatching(
      new RegExp(
        `"${method}" of ${owner.replaceAll('.', '\\.')}, which is needed to ${why}\\. No run can start\\.`,
      ),
    ),
  });

/** The changes of a later version that each row of the table has to detect. */
const BREAKS: readonly (readonly [string, (owner: object, method: string) => void])[] = [
  ['is removed', (owner, method) => Reflect.deleteProperty(owner, method)],
  [
    'becomes a getter',
    (owner, method) => {
      const value: unknown = Reflect.get(owner, method);
      Object.defineProperty(owner, method, { get: () => value, configurable: true });
    },
  ],
  [
    'is no function',
    (owner, method) => void Object.defineProperty(owner, method, { value: 'text', configurable: true }),
  ],
];

describe('the table of patches', () => {
  it('was tested with the installed version of upstream', () => {
    const { version } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8'));
    expect(TESTED_VERSIONS).toContain(version);
  });

  it.each(ROWS)('names a method of the installed upstream: %s', (_name, { find, method }) => {
    expect(find(freshCopy())).toHaveProperty([method], expect.any(Function));
  });

  it('has one row for each method', () => {
    expect(new Set(ROWS.map(([name]) => name)).size).toBe(ROWS.length);
    expect(PATCHES.filter(({ isPrivate }) => isPrivate).map(({ method }) => method)).toEqual([
      '_resolveToolInvocationApproval',
      'emit',
      '_done',
      '_raiseError',
    ]);
  });

  describe.each(BREAKS)('when a method %s', (_change, breakMethod) => {
    const classes = freshCopy();

    it.each(ROWS)('names it, installs nothing and fails again: %s', (_name, patch) => {
      // Another object with the same classes counts as another copy, so that loading them once is enough.
      const copy: AgentsCore = { ...classes };
      const owner = patch.find(copy);
      const original = Object.getOwnPropertyDescriptor(owner, patch.method) ?? {};
      breakMethod(owner, patch.method);
      const before = methodsOf(copy);
      expect(() => patchCopy(copy)).toThrow(refusal(patch));
      expect(methodsOf(copy)).toEqual(before);
      // A later run fails in the same way, even if the method has appeared in the meantime.
      Object.defineProperty(owner, patch.method, original);
      expect(() => patchCopy(copy)).toThrow(refusal(patch));
    });
  });

  it('names a method that cannot be replaced', () => {
    const copy = freshCopy();
    Object.freeze(copy.RunContext.prototype);
    expect(() => patchCopy(copy)).toThrow('"isToolApproved" of RunContext.prototype');
  });

  it('starts no run, neither the first one nor a later one', () => {
    const program = join(import.meta.dirname, 'programs/run-on-broken-upstream.ts');
    const args = ['--conditions=@sekisho/source', program, 'getEnabledHandoffs'];
    const stdout = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
    const failed = expect.stringContaining('"getEnabledHandoffs" of Agent.prototype');
    expect(JSON.parse(stdout)).toEqual({ first: failed, second: failed, effects: [] });
  });

  it('names the class if upstream no longer exports it', () => {
    const { StreamedRunResult: _missing, ...copy } = freshCopy();
    const broken: object = copy;
    expect(() => Reflect.apply(patchCopy, undefined, [broken])).toThrow('of StreamedRunResult.prototype');
  });

  it('names every method that is replaced', () => {
    const copy = freshCopy();
    const before = new Map(methodsOf(copy));
    patchCopy(copy);
    const changed = methodsOf(copy).filter(([name, value]) => before.get(name) !== value);
    expect(changed.map(([name]) => name).toSorted()).toEqual(ROWS.map(([name]) => name).toSorted());
    const once = methodsOf(copy);
    patchCopy(copy);
    expect(methodsOf(copy)).toEqual(once);
  });
});

/** What the patches read of upstream beyond the methods that they replace. */
describe('the installed upstream', () => {
  const copy = freshCopy();
  const agent = new copy.Agent({ name: 'Clerk' });
  const state = new copy.RunState(new copy.RunContext(), 'hello', agent, 1);

  it.each([
    ['_context', copy.RunContext],
    ['_currentAgent', copy.Agent],
    ['_generatedItems', Array],
  ] as const)('has the property %s in a run state', (name, type) => {
    expect(Reflect.get(state, name)).toBeInstanceOf(type);
  });

  it.each(['_originalInput', '_currentStep', '_lastProcessedResponse'])('has %s in a run state', (name) => {
    expect(Reflect.has(state, name)).toBe(true);
  });

  it('has the method _getToolInvocationRejectionMessage in a context', () => {
    expect(Reflect.get(state._context, '_getToolInvocationRejectionMessage')).toBeTypeOf('function');
  });

  it('separates static approval policies from functions', () => {
    const made = (needsApproval: boolean | (() => Promise<boolean>)) =>
      hasDynamicFunctionToolApprovalPolicy(plainTool(needsApproval));
    expect([made(true), made(false), made(async () => true)]).toEqual([false, false, true]);
  });

  it('marks namespaces and local searches by symbols', () => {
    const [inside] = toolNamespace({ name: 'crm', description: 'CRM', tools: [plainTool(false)] });
    const search = toolSearchTool({ execution: 'client', execute: () => null });
    const symbols = [inside, search].flatMap((each) => Object.getOwnPropertySymbols(Object(each)));
    const names = symbols.map(({ description }) => description);
    expect(names).toEqual(expect.arrayContaining(['functionToolNamespace', 'clientToolSearchExecutor']));
  });

  it('accepts listeners on an agent as a tool, which has no method to remove them', () => {
    const ask = agent.asTool({ toolName: 'ask', toolDescription: 'Asks.' });
    expect(ask.on).toHaveLength(2);
    expect(['emit', 'off', 'removeListener'].filter((name) => Reflect.has(ask, name))).toEqual([]);
  });
});

const plainTool = (needsApproval: boolean | (() => Promise<boolean>)) =>
  tool({ name: 'read', description: 'Reads.', parameters: z.object({}), execute: () => '', needsApproval });
