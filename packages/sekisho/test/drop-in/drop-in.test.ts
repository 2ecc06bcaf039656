import * as upstream from '@openai/agents';
import { beforeAll, describe, expect, it } from 'vitest';
import * as sekisho from '../../src/index.ts';
import { perform, type Outcome } from './perform.ts';
import type { Program, Programs, Sdk } from './program.ts';
import { agentsAsTools } from './programs/agents-as-tools.ts';
import { context } from './programs/context.ts';
import { errors } from './programs/errors.ts';
import { guardrails } from './programs/guardrails.ts';
import { handoffs } from './programs/handoffs.ts';
import { humanInTheLoop } from './programs/human-in-the-loop.ts';
import { lifecycle } from './programs/lifecycle.ts';
import { hostedTools } from './programs/hosted-tools.ts';
import { localTools } from './programs/local-tools.ts';
import { mcp } from './programs/mcp.ts';
import { tracing } from './programs/tracing.ts';
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
  hostedTools,
  localTools,
  mcp,
  tracing,
  runState,
  sessions,
  streaming,
  structuredOutput,
  toolUseBehaviors,
  tools,
};

// This is also a type test: our package has the type of upstream.
const ours: Sdk = sekisho;

const known = new Map<Program, Outcome>();

// All runs of upstream come first, before our package installs any hook.
beforeAll(async () => {
  for (const programs of Object.values(sections))
    for (const program of Object.values(programs)) known.set(program, await perform(program, upstream));
});

describe.each(Object.entries(sections))('%s: a program written for upstream', (_section, programs) => {
  it.each(Object.entries(programs))('%s', async (_name, program) => {
    const expected = known.get(program);
    expect(expected).toEqual({ observation: expect.anything(), unusedSteps: 0 });
    sekisho.setDefaultRunner(
      sekisho.createRunner({
        store: 'memory',
        safetyAgent: new sekisho.SafetyAgent(() => ({
          decision: 'allow',
          risk_level: 1,
          reason: 'The program is harmless.',
        })),
      }),
    );
    expect(await perform(program, ours)).toEqual(expected);
    // With the hooks installed, upstream behaves as before.
    expect(await perform(program, upstream)).toEqual(expected);
  });
});
