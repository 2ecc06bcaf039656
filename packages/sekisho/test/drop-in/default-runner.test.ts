import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as upstream from '@openai/agents';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as sekisho from '../../src/index.ts';
import { perform, type Outcome } from './perform.ts';
import type { Program, Programs } from './program.ts';
import { agentsAsTools } from './programs/agents-as-tools.ts';
import { context } from './programs/context.ts';
import { errors } from './programs/errors.ts';
import { guardrails } from './programs/guardrails.ts';
import { handoffs } from './programs/handoffs.ts';
import { humanInTheLoop } from './programs/human-in-the-loop.ts';
import { lifecycle } from './programs/lifecycle.ts';
import { runState } from './programs/run-state.ts';
import { sessions } from './programs/sessions.ts';
import { streaming } from './programs/streaming.ts';
import { structuredOutput } from './programs/structured-output.ts';
import { toolUseBehaviors } from './programs/tool-use-behaviors.ts';
import { tools } from './programs/tools.ts';

const sections: Readonly<Record<string, Programs>> = {
  agentsAsTools,
  context,
  errors,
  guardrails,
  handoffs,
  humanInTheLoop,
  lifecycle,
  runState,
  sessions,
  streaming,
  structuredOutput,
  toolUseBehaviors,
  tools,
};

/** Programs in which the rules require approval although the program does not. */
const ASKED_BY_THE_RULES = new Map([
  [
    'a function decides whether approval is needed',
    'Sending a message to another person requires approval, whatever the tool declares.',
  ],
  [
    'always approve for the rest of the run',
    'The rules require approval for each recipient, and a grant covers the displayed recipient.',
  ],
]);

describe('the default runner: rule judge, embedded store', () => {
  const known = new Map<Program, Outcome>();
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sekisho-drop-in-'));
    vi.stubEnv('SEKISHO_DIR', folder);
    for (const programs of Object.values(sections))
      for (const program of Object.values(programs)) known.set(program, await perform(program, upstream));
  });

  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  describe.each(Object.entries(sections))('%s', (_section, programs) => {
    const same = Object.entries(programs).filter(([name]) => !ASKED_BY_THE_RULES.has(name));

    it.each(same)('%s', async (_name, program) => {
      const observed = await perform(program, sekisho);
      expect(observed).toEqual(known.get(program));
    });
  });

  it.each([...ASKED_BY_THE_RULES])('requires approval where the program does not: %s (%s)', async (name) => {
    const program = Object.values(sections).flatMap((programs) => programs[name] ?? [])[0];
    if (!program) throw new Error(`There is no program "${name}".`);
    expect(await perform(program, sekisho)).not.toEqual(known.get(program));
  });

  it('writes its store to the folder', async () => {
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['key', 'state.db']));
    expect(await sekisho.verifyExecutionLog()).toMatchObject({ ok: true });
  });
});
