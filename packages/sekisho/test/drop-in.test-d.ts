import type * as upstream from '@openai/agents';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import * as sekisho from '../src/index.ts';
import {
  Agent,
  createGuardrailsTemplate,
  createRunner,
  handoff,
  hostedMcpTool,
  run,
  RunContext,
  Runner,
  RunState,
  RuleSafetyAgent,
  tool,
  type AgentInputItem,
  type AgentOutputType,
  type FunctionTool,
  type HumanApprovalRequest,
  type Tool,
  type ToolOptions,
} from '../src/index.ts';

interface User {
  readonly id: string;
  visits: number;
}

const event = z.object({ name: z.string(), guests: z.array(z.string()) });

// oxlint-disable-next-line typescript/no-explicit-any -- programs for upstream write the type in this way
type AnyResult = upstream.RunResult<any, any>;
// oxlint-disable-next-line typescript/no-explicit-any -- the same
type AnyStream = upstream.StreamedRunResult<any, any>;

declare const theirs: typeof upstream;
declare const given: {
  agent: upstream.Agent<User>;
  tool: upstream.FunctionTool<User>;
  state: upstream.RunState<User, upstream.Agent<User>>;
  askInTerminal(result: AnyResult): Promise<AnyResult>;
  followStream(result: AnyStream): Promise<AnyStream>;
  interruption: upstream.RunToolApprovalItem;
};

async function ask<C, O extends AgentOutputType>(agent: Agent<C, O>, context: C) {
  const { finalOutput } = await run(agent, 'hi', { context });
  return finalOutput;
}

// The compiler is the test: this code is not executed.
describe('a program written against the types of upstream', () => {
  it('can replace the import of upstream with our package', () => {
    expectTypeOf(sekisho).toExtend<Omit<typeof upstream, 'realtime' | 'default'>>();
  });

  it('infers the arguments of a tool from its schema', () => {
    tool({
      name: 'add',
      description: 'Adds',
      parameters: z.object({ a: z.number(), unit: z.enum(['cm', 'in']).optional() }),
      execute: async (input, context, details) => {
        expectTypeOf(input).toEqualTypeOf<{ a: number; unit?: 'cm' | 'in' | undefined }>();
        expectTypeOf(context).toEqualTypeOf<RunContext | undefined>();
        expectTypeOf(details?.toolCall?.callId).toEqualTypeOf<string | undefined>();
        return input.a;
      },
    });
    // @ts-expect-error The schema requires a number.
    tool({
      name: 'wrong',
      description: 'Wrong',
      parameters: z.object({ a: z.number() }),
      execute: async ({ a }: { a: string }) => a,
    });
  });

  it('passes a context', () => {
    const visit = tool({
      name: 'visit',
      description: 'Counts',
      parameters: z.object({}),
      execute: async (_input, context?: RunContext<User>) => {
        expectTypeOf(context?.context).toEqualTypeOf<User | undefined>();
        return 'ok';
      },
    });
    const agent = new Agent<User>({
      name: 'Host',
      instructions: ({ context }) => `The user is ${context.id}.`,
      tools: [visit],
    });
    expectTypeOf(agent).toEqualTypeOf<Agent<User>>();
    const user: User = { id: 'u', visits: 0 };
    const result = run(agent, 'hi', { context: user });
    const same = theirs.run(agent, 'hi', { context: user });
    expectTypeOf<Awaited<typeof result>['runContext']>().toEqualTypeOf<Awaited<typeof same>['runContext']>();
    expectTypeOf(result).toExtend<typeof same>();
  });

  it('infers the final output from the output type', async () => {
    const plain = await run(new Agent({ name: 'Plain' }), 'hi');
    expectTypeOf(plain.finalOutput).toEqualTypeOf<string | undefined>();
    const structured = await run(new Agent({ name: 'Structured', outputType: event }), 'hi');
    expectTypeOf(structured.finalOutput).toEqualTypeOf<z.infer<typeof event> | undefined>();
    const viaRunner = await new Runner().run(new Agent({ name: 'Structured', outputType: event }), 'hi');
    expectTypeOf(viaRunner.finalOutput).toEqualTypeOf<z.infer<typeof event> | undefined>();
    const ours = createRunner({ safetyAgent: new RuleSafetyAgent() });
    const viaOurs = await ours.run(new Agent({ name: 'Structured', outputType: event }), 'hi');
    expectTypeOf(viaOurs.finalOutput).toEqualTypeOf<z.infer<typeof event> | undefined>();
  });

  it('infers a union of outputs from handoffs', async () => {
    const planner = new Agent({ name: 'Planner', outputType: event });
    const coordinator = Agent.create({
      name: 'Coordinator',
      handoffs: [planner, handoff(new Agent({ name: 'Talker' }))],
    });
    const result = await run(coordinator, 'hi');
    const same = await theirs.run(coordinator, 'hi');
    expectTypeOf(result.finalOutput).toEqualTypeOf(same.finalOutput);
    expectTypeOf<z.infer<typeof event>>().toExtend<typeof result.finalOutput>();
  });

  it('distinguishes streamed results by the option', async () => {
    const agent = new Agent<undefined>({ name: 'Host' });
    const stream = await run(agent, 'hi', { stream: true });
    const sameStream = await theirs.run(agent, 'hi', { stream: true });
    expectTypeOf(sameStream).toBeObject();
    expectTypeOf(stream).toExtend<typeof sameStream>();
    expectTypeOf(stream.completed).toEqualTypeOf<Promise<void>>();
    const whole = await run(agent, 'hi', { stream: false });
    const sameWhole = await theirs.run(agent, 'hi', { stream: false });
    expectTypeOf(whole).toExtend<typeof sameWhole>();
    expectTypeOf(whole).not.toExtend<typeof sameStream>();
    for await (const piece of stream.toTextStream()) expectTypeOf(piece).toEqualTypeOf<string>();
    for await (const each of stream) {
      if (each.type === 'run_item_stream_event') expectTypeOf(each.name).toExtend<string>();
    }
  });

  it('resumes from a state', async () => {
    const agent = new Agent<User>({ name: 'Host' });
    const first = await run(agent, 'hi', { context: { id: 'u', visits: 0 } });
    const state = await RunState.fromString<User, typeof agent>(agent, first.state.toString());
    expectTypeOf(state).toEqualTypeOf<upstream.RunState<User, typeof agent>>();
    const second = await run(agent, state);
    expectTypeOf(second.history).toEqualTypeOf<AgentInputItem[]>();
  });

  it('passes our values to functions with parameters of upstream, and vice versa', async () => {
    const theirResult = await theirs.run(new Agent({ name: 'Plain' }), 'hi');
    const takesTheirs = (
      agent: upstream.Agent<User>,
      runner: upstream.Runner,
      result: typeof theirResult,
      each: upstream.Tool<User>,
    ) => [agent, runner, result, each];
    const takesOurs = (agent: Agent<User>, each: Tool<User>, state: RunState<User, Agent<User>>) => [
      agent,
      each,
      state,
    ];
    const ourAgent = new Agent<User>({ name: 'Host' });
    const ourResult = await run(new Agent({ name: 'Plain' }), 'hi');
    const ourTool = tool({
      name: 'x',
      description: 'x',
      parameters: z.object({}),
      execute: async () => '',
    });
    void takesTheirs(ourAgent, new Runner(), ourResult, ourTool);
    void takesOurs(given.agent, given.tool, given.state);
    expectTypeOf(run<typeof ourAgent, User>).toBeCallableWith(given.agent, given.state);
    const guardrail: upstream.InputGuardrail = {
      name: 'any',
      execute: async () => ({ tripwireTriggered: false, outputInfo: null }),
    };
    void new Agent({ name: 'Guarded', inputGuardrails: [guardrail] });
  });

  it('assigns a result of upstream to ours, and vice versa', async () => {
    const agent = new Agent({ name: 'Host', outputType: event });
    let result = await run(agent, 'hi');
    result = await given.askInTerminal(result);
    result = await theirs.run(agent, 'hi');
    let theirResult = await theirs.run(agent, 'hi');
    theirResult = await run(agent, 'hi');
    let stream = await run(agent, 'hi', { stream: true });
    stream = await given.followStream(stream);
    stream = await theirs.run(agent, 'hi', { stream: true });
    let viaRunner = await new Runner().run(agent, 'hi');
    viaRunner = await given.askInTerminal(viaRunner);
    expectTypeOf(result.finalOutput).toEqualTypeOf<z.infer<typeof event> | undefined>();
    void [theirResult, stream, viaRunner];
  });

  it('assigns a state or an interruption of upstream to ours, and vice versa', async () => {
    const agent = new Agent<User>({ name: 'Host' });
    const result = await run(agent, 'hi', { context: { id: 'u', visits: 0 } });
    let { state, interruptions } = result;
    state = given.state;
    interruptions = state.getInterruptions();
    interruptions.push(given.interruption);
    for (const item of interruptions) state.approve(item);
    const theirState: upstream.RunState<User, upstream.Agent<User>> = state;
    const theirItems: upstream.RunToolApprovalItem[] = interruptions;
    expectTypeOf(theirItems).toExtend<typeof interruptions>();
    void theirState;
  });

  it('allows a program to be generic over tools and agents', () => {
    function logged<P extends z.ZodObject>(options: ToolOptions<P, User>): FunctionTool<User, P, string> {
      return tool<P, User>(options);
    }
    expectTypeOf(logged).toBeFunction();
    expectTypeOf(ask<User, typeof event>).returns.resolves.toEqualTypeOf<z.infer<typeof event> | undefined>();
  });

  it('accepts hosted MCP servers in both forms', () => {
    hostedMcpTool<User>({
      serverLabel: 'wiki',
      serverUrl: 'https://wiki.example.com/mcp',
      requireApproval: 'always',
      onApproval: async (context) => {
        expectTypeOf(context.context).toEqualTypeOf<User>();
        return { approve: false };
      },
    });
    hostedMcpTool({ url: 'https://wiki.example.com/mcp' }, { requireApproval: true });
    // @ts-expect-error A server without a label or a URL is not valid.
    hostedMcpTool({ serverDescription: 'library' });
  });
});

describe('the additions of this package', () => {
  it('add fields to results', async () => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent() });
    const agent = new Agent({ name: 'Host' });
    const result = await runner.run(agent, 'hi', { extensions: { policyProfile: 'strict' } });
    expectTypeOf(result.run_id).toExtend<string>();
    expectTypeOf(result.output_text).toEqualTypeOf<string>();
    expectTypeOf(result.tool_calls[0]?.status).toEqualTypeOf<'done' | 'failed' | 'refused' | undefined>();
    const [interruption] = result.interruptions;
    if (interruption) {
      expectTypeOf(interruption).toExtend<upstream.RunToolApprovalItem>();
      expectTypeOf(interruption).toExtend<HumanApprovalRequest>();
      expectTypeOf(interruption.approval_id).toEqualTypeOf<string>();
      expectTypeOf(interruption.agent.name).toEqualTypeOf<string>();
    }
    const stream = await runner.run(agent, 'hi', { stream: true });
    expectTypeOf(stream.run_id).toExtend<string>();
  });

  it('are optional fields where a result of upstream may be assigned', async () => {
    const result = await run(new Agent({ name: 'Host' }), 'hi');
    expectTypeOf(result.output_text).toEqualTypeOf<string | undefined>();
    expectTypeOf(result.interruptions[0]?.approval_id).toEqualTypeOf<string | undefined>();
  });

  it('retain the type of the final output when a run continues', async () => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent() });
    const agent = new Agent({ name: 'Structured', outputType: event });
    const { run_id: runId, interruptions } = await runner.run(agent, 'hi');
    const decided = await runner.approveAndResume(runId, 'ap_1', { decision: 'approve' });
    expectTypeOf(decided.finalOutput).toEqualTypeOf<z.infer<typeof event> | undefined>();
    expectTypeOf(decided.lastAgent).toEqualTypeOf<typeof agent | undefined>();
    const again = await runner.approveAndResume(decided.run_id, 'ap_2', { decision: 'approve' });
    expectTypeOf(again.finalOutput).toEqualTypeOf<z.infer<typeof event> | undefined>();
    const resumed = await runner.resumeRun(runId, 'token');
    expectTypeOf(resumed.finalOutput).toEqualTypeOf<z.infer<typeof event> | undefined>();
    const waited = await runner.resumeWhenDecided(runId);
    expectTypeOf(waited.finalOutput).toEqualTypeOf<z.infer<typeof event> | undefined>();
    for (const { run_id, approval_id } of interruptions) {
      const each = await sekisho.approveAndResume(run_id, approval_id, { decision: 'deny' });
      expectTypeOf(each.finalOutput).toEqualTypeOf<z.infer<typeof event> | undefined>();
    }
  });

  it('allow assigning the result of a continued run to the variable of the first', async () => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent() });
    let result = await runner.run(new Agent<User, typeof event>({ name: 'Host', outputType: event }), 'hi', {
      context: { id: 'u', visits: 0 },
    });
    for (const { run_id, approval_id } of result.interruptions) {
      result = await runner.approveAndResume(run_id, approval_id, { decision: 'approve' });
    }
    let plain = await runner.run(new Agent({ name: 'Host' }), 'hi');
    plain = await runner.resumeRun(plain.run_id, 'token');
    const either = plain.output_text === '' ? plain : await runner.resumeRun(String(1), 'token');
    expectTypeOf(either.interruptions.map(({ tool_id: id }) => id)).toEqualTypeOf<string[]>();
  });

  it('leave the final output unknown for a run that is known by its id only', async () => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent() });
    const resumed = await runner.resumeRun(String(1), 'token');
    expectTypeOf(resumed.finalOutput).toEqualTypeOf<unknown>();
    const decided = await sekisho.approveAndResume('run_1', 'ap_1', { decision: 'deny' });
    expectTypeOf(decided.finalOutput).toEqualTypeOf<unknown>();
    expectTypeOf(decided.output_text).toEqualTypeOf<string>();
    expectTypeOf(decided).toExtend<AnyResult>();
  });

  it('reject unknown options', () => {
    const agent = new Agent({ name: 'Host' });
    // @ts-expect-error There is no such profile.
    void run(agent, 'hi', { extensions: { policyProfile: 'lenient' } });
    // @ts-expect-error There is no such option.
    void run(agent, 'hi', { extensions: { requireApproval: true } });
    // @ts-expect-error Guardrails are inputGuardrails and outputGuardrails; upstream would ignore this key.
    void new Agent({ name: 'Clerk', guardrails: createGuardrailsTemplate({}) });
    // @ts-expect-error A runner needs a safety agent.
    createRunner({});
    const declared = tool({
      name: 'x',
      description: 'x',
      parameters: z.object({}),
      extensions: { manifest: { effect: 'read' } },
      execute: async () => '',
    });
    expectTypeOf(declared).toExtend<upstream.Tool>();
    tool({
      name: 'x',
      description: 'x',
      parameters: z.object({}),
      // @ts-expect-error A manifest has no such effect.
      extensions: { manifest: { effect: 'harmless' } },
      execute: async () => '',
    });
  });

  it('require a decision in approveAndResume', () => {
    expectTypeOf(sekisho.approveAndResume)
      .parameter(2)
      .toHaveProperty('decision')
      .toEqualTypeOf<'approve' | 'deny'>();
  });
});
