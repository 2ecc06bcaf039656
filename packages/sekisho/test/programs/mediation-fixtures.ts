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

/** Options of the clerk. */
export interface ClerkOptions {
  readonly name?: string;
  readonly tools?: Agent['tools'];
}

/** The executed calls in order: the argument of every body that ran. */
export class Effects {
  readonly done: string[] = [];

  /** Creates a tool that records what it erases. */
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

  /** Creates an agent with that tool and this script. */
  clerk(steps: readonly ScriptedStep[], options: ClerkOptions = {}) {
    return new Agent({ name: 'Clerk', model: scriptedModel(steps), tools: [this.tool()], ...options });
  }
}

/** Creates a runner in memory whose judge returns this decision for every call, or calls the function for each. */
export function runnerWithJudge(
  judge: GateDecision['decision'] | ((request: ToolCallRequest) => Partial<GateDecision>),
  options: Partial<AgentRunnerOptions> = {},
) {
  const safetyAgent = new SafetyAgent((_agent, request) => ({
    decision: 'needs_human',
    risk_level: 2,
    reason: 'The test decided this.',
    ...(typeof judge === 'function' ? judge(request) : { decision: judge }),
  }));
  return createRunner({ safetyAgent, store: 'memory', ...options });
}

/** Returns a value with the type that an untyped program would pass. */
export function untyped<T>(value: unknown): T {
  return Reflect.get(Object({ value }), 'value');
}
