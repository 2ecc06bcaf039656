import { z } from 'zod';
import {
  Agent,
  createRunner,
  SafetyAgent,
  tool,
  type AgentRunnerOptions,
  type GateDecision,
  type ToolCallRequest,
} from '../../src/index.ts';
import { scriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.ts';

/** What may be different about the clerk. */
export interface ClerkOptions {
  readonly name?: string;
  readonly tools?: Agent['tools'];
}

/** What was done, in order: the argument of every body that ran. */
export class Effects {
  readonly done: string[] = [];

  /** A tool that notes what it was told to erase. */
  tool(name = 'erase', options: { readonly needsApproval?: boolean | (() => Promise<boolean>) } = {}) {
    return tool({
      name,
      description: `Does ${name}.`,
      parameters: z.object({ what: z.string() }),
      execute: async ({ what }) => {
        this.done.push(what);
        return `${name} did ${what}`;
      },
      ...options,
    });
  }

  /** An agent with that tool and this script. */
  clerk(steps: readonly ScriptedStep[], options: ClerkOptions = {}) {
    return new Agent({ name: 'Clerk', model: scriptedModel(steps), tools: [this.tool()], ...options });
  }
}

/** A runner in memory whose judge says this about every call, or about each. */
export function runnerThatHears(
  answer: GateDecision['decision'] | ((request: ToolCallRequest) => Partial<GateDecision>),
  options: Partial<AgentRunnerOptions> = {},
) {
  const safetyAgent = new SafetyAgent((_agent, request) => ({
    decision: 'needs_human',
    risk_level: 2,
    reason: 'The test says so.',
    ...(typeof answer === 'function' ? answer(request) : { decision: answer }),
  }));
  return createRunner({ safetyAgent, store: 'memory', ...options });
}

/** A value as a program without types would pass it. */
export function untyped<T>(value: unknown): T {
  return Reflect.get(Object({ value }), 'value');
}
