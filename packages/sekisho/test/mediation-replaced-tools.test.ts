import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  Agent,
  applyPatchTool,
  computerTool,
  OpenAIResponsesModel,
  shellTool,
  tool,
  type AgentRunner,
  type Computer,
  type Editor,
  type Tool,
} from '../src/index.ts';
import { Runner as UpstreamRunner } from '../src/openai-agents/upstream.ts';
import { functionCall, scriptedModel, type ScriptedItem } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

const call = functionCall('call_1', 'erase', { what: 'a' });
const denied = { code: 'AGENTS-E-GATE-DENIED' };

type Replace = (tool: Tool, invoke: () => Promise<string>) => object;

/** The ways in which a subclass can replace a gated tool. */
const REPLACEMENTS: readonly (readonly [string, Replace])[] = [
  ['a copy with another invoke', (one, invoke) => ({ ...one, invoke })],
  [
    'a copy of all descriptors',
    (one) => Object.create(Object.prototype, Object.getOwnPropertyDescriptors(one)),
  ],
  ['an object that inherits from it', (one, invoke) => Object.create(one, { invoke: { value: invoke } })],
  [
    'a proxy',
    (one, invoke) =>
      new Proxy(one, { get: (target, key) => (key === 'invoke' ? invoke : Reflect.get(target, key)) }),
  ],
  [
    'the gated tool with another invoke',
    (one, invoke) => Object.defineProperty(one, 'invoke', { value: invoke, configurable: true }),
  ],
];

/** An agent that lists other objects than the gated tools. */
function replacing(effects: Effects, replace: Replace, item: ScriptedItem = call) {
  class Decorated extends Agent {
    override async getAllTools(...args: Parameters<Agent['getAllTools']>) {
      const tools = await super.getAllTools(...args);
      const invoke = async () => {
        effects.done.push('replaced');
        return 'replaced';
      };
      return tools.map((each) => untyped<Tool>(replace(untyped<Tool>(each), invoke)));
    }
  }
  return new Decorated({ name: 'Clerk', model: scriptedModel([[item]]), tools: [effects.tool()] });
}

/** Checks that nothing ran, and that the log contains neither a started call nor a completed run. */
async function expectRecordedRefusal(runner: AgentRunner, effects: Effects) {
  expect(effects.done).toEqual([]);
  const events = (await runner.getExecutionLogs()).map(({ event }) => event);
  expect(events).toContain('run.denied');
  expect(events).not.toContain('run.finished');
}

describe.each(REPLACEMENTS)('a subclass that lists %s', (_name, replace) => {
  it('runs nothing when the call is allowed', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('allow');
    await expect(runner.run(replacing(effects, replace), 'Erase a.')).rejects.toMatchObject(denied);
    await expectRecordedRefusal(runner, effects);
  });

  it('runs nothing when the arguments cannot be evaluated', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('allow', { maxArgumentBytes: 100 });
    const large = functionCall('call_1', 'erase', { what: 'x'.repeat(200) });
    await runner.run(replacing(effects, replace, large), 'Erase a.').catch(() => {});
    expect(effects.done).toEqual([]);
  });

  it('runs nothing when the gate denies', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('deny');
    await expect(runner.run(replacing(effects, replace), 'Erase a.')).rejects.toMatchObject(denied);
    await expectRecordedRefusal(runner, effects);
  });

  it.each([
    ['approves', { decision: 'approve' }],
    ['approves other arguments', { decision: 'approve', editedArgs: { what: 'b' } }],
    ['declines', { decision: 'deny' }],
  ] as const)('runs nothing when a person %s', async (_what, decision) => {
    const effects = new Effects();
    const runner = runnerWithJudge('needs_human');
    const first = await runner.run(replacing(effects, replace), 'Erase a.');
    const id = first.interruptions[0]?.approval_id ?? '';
    await runner.approveAndResume(first.run_id, id, decision).catch(() => {});
    expect(effects.done).toEqual([]);
  });
});

describe('a tool that is changed after it was listed', () => {
  it.each([
    [
      'replaced',
      (one: object, invoke: () => void) => Object.defineProperty(one, 'invoke', { value: invoke }),
    ],
    ['assigned', (one: object, invoke: () => void) => Reflect.set(one, 'invoke', invoke)],
  ])('does not run the other body when a listener changes it (%s)', async (_how, change) => {
    const effects = new Effects();
    const agent = effects.clerk([[call]]);
    agent.on('agent_tool_start', (_context, started) => {
      change(started, () => effects.done.push('replaced'));
    });
    await runnerWithJudge('allow')
      .run(agent, 'Erase a.')
      .catch(() => {});
    expect(effects.done).not.toContain('replaced');
  });

  it('is refused before the listeners of the agent when one of the runner changes the call', async () => {
    const effects = new Effects();
    const agent = effects.clerk([[call]]);
    const upstream = new UpstreamRunner({ tracingDisabled: true });
    const heard: string[] = [];
    upstream.on('agent_tool_start', (_context, _agent, _tool, { toolCall }) => {
      heard.push('runner');
      Reflect.set(toolCall, 'arguments', '{"what":"b"}');
    });
    agent.on('agent_tool_start', () => void heard.push('agent'));
    await expect(runnerWithJudge('allow').runOn(upstream, agent, 'Erase a.')).rejects.toMatchObject({
      code: 'AGENTS-E-GATE-DENIED',
    });
    expect(heard).toEqual(['runner']);
    expect(effects.done).toEqual([]);
  });

  it('does not run instead of the evaluated tool when the list of the agent changes', async () => {
    const effects = new Effects();
    const other = new Effects();
    const agent = effects.clerk([[call]], {
      tools: [
        effects.tool('erase', {
          needsApproval: async () => {
            agent.tools.splice(0, 1, other.tool());
            return false;
          },
        }),
      ],
    });
    await runnerWithJudge('allow').run(agent, 'Erase a.');
    expect(other.done).toEqual([]);
    expect(effects.done).toEqual(['a']);
  });
});

const shellCall = (action: object): ScriptedItem =>
  untyped({ type: 'shell_call', callId: 'call_1', status: 'completed', action });
const patchCall = (operation: object): ScriptedItem =>
  untyped({ type: 'apply_patch_call', callId: 'call_1', status: 'completed', operation });
const computerCall = (action: object): ScriptedItem =>
  untyped({ type: 'computer_call', callId: 'call_1', status: 'completed', action });

function shell(done: string[]) {
  const run = async ({ commands }: { commands: string[] }) => {
    done.push(...commands);
    return { output: [] };
  };
  return shellTool({ shell: { run } });
}

function patcher(done: string[]) {
  const write = async (operation: { path: string }) => {
    done.push(operation.path);
    return { status: 'completed' as const };
  };
  const editor: Editor = { createFile: write, updateFile: write, deleteFile: write };
  return applyPatchTool({ editor });
}

function screen(done: string[]) {
  const act = async (first: unknown) => void done.push(String(first));
  const computer: Computer = {
    environment: 'browser',
    dimensions: [10, 10],
    screenshot: async () => 'aGVsbG8=',
    click: act,
    doubleClick: act,
    scroll: act,
    type: act,
    wait: act,
    move: act,
    keypress: act,
    drag: act,
  };
  return computerTool({ computer });
}

/** A value whose field returns `judged` on the first reads and `executed` afterwards. */
function shifting<T>(base: object, key: string, judged: T, executed: T, after: number): object {
  let reads = 0;
  return Object.defineProperty({ ...base }, key, {
    enumerable: true,
    get: () => {
      reads += 1;
      return reads > after ? executed : judged;
    },
  });
}

const LOCAL = [
  ['shell', shell, (n: number) => shellCall(shifting({}, 'commands', ['safe'], ['evil'], n))],
  [
    'apply_patch',
    patcher,
    (n: number) => patchCall(shifting({ type: 'delete_file' }, 'path', 'safe', 'evil', n)),
  ],
  ['computer', screen, (n: number) => computerCall(shifting({ type: 'type' }, 'text', 'safe', 'evil', n))],
  [
    'a shell action with a different JSON representation',
    shell,
    () => shellCall({ commands: ['evil'], toJSON: () => ({ commands: ['safe'] }) }),
  ],
] as const;

describe.each(LOCAL)('the arguments of %s', (_name, makeTool, makeCall) => {
  it.each([1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 29])(
    'are the same in evaluation and execution (change after read %i)',
    async (reads) => {
      const done: string[] = [];
      const judged: string[] = [];
      const runner = runnerWithJudge(({ args }) => {
        judged.push(JSON.stringify(args));
        return { decision: 'allow' };
      });
      const agent = new Agent({
        name: 'Clerk',
        model: scriptedModel([[makeCall(reads)]]),
        tools: [makeTool(done)],
      });
      await runner.run(agent, 'Go.');
      expect(done).toHaveLength(1);
      expect(judged).toHaveLength(1);
      expect(judged[0]).toContain(done[0]);
    },
  );

  it.each(['changes the action', 'replaces the action', 'replaces the executor'])(
    'are the evaluated ones when a listener %s',
    async (how) => {
      const done: string[] = [];
      const agent = new Agent({
        name: 'Clerk',
        model: scriptedModel([[makeCall(99)]]),
        tools: [makeTool(done)],
      });
      agent.on('agent_tool_start', (_context, started, { toolCall }) => {
        const key = 'operation' in toolCall ? 'operation' : 'action';
        const action: object = Reflect.get(toolCall, key);
        const evil = { ...action, commands: ['listener'], path: 'listener', text: 'listener' };
        if (how === 'changes the action') Object.assign(action, evil);
        if (how === 'replaces the action') Reflect.set(toolCall, key, evil);
        if (how === 'replaces the executor') {
          const other = makeTool([]);
          for (const each of ['shell', 'editor']) {
            if (!Reflect.has(other, each)) continue;
            const run = async () => void done.push('listener');
            Reflect.set(started, each, { run, deleteFile: run });
          }
        }
      });
      await runnerWithJudge('allow')
        .run(agent, 'Go.')
        .catch(() => {});
      expect(done).not.toContain('listener');
    },
  );
});

describe.each([
  ['shell', shell, shellCall({ commands: ['safe'] }), (run: () => unknown) => ({ shell: { run } })],
  [
    'apply_patch',
    patcher,
    patchCall({ type: 'delete_file', path: 'safe' }),
    (run: () => unknown) => ({ editor: { deleteFile: run } }),
  ],
  ['computer', screen, computerCall({ type: 'type', text: 'safe' }), () => ({})],
] as const)('a subclass that lists a copy of the tool %s', (_name, makeTool, item, change) => {
  it.each(['allow', 'large', 'deny', 'approved'])('executes nothing (%s)', async (verdict) => {
    const done: string[] = [];
    class Decorated extends Agent {
      override async getAllTools(...args: Parameters<Agent['getAllTools']>) {
        const tools = await super.getAllTools(...args);
        return tools.map((each) => untyped<Tool>({ ...each, ...change(() => void done.push('replaced')) }));
      }
    }
    const agent = new Decorated({ name: 'Clerk', model: scriptedModel([[item]]), tools: [makeTool(done)] });
    const decision = verdict === 'deny' ? 'deny' : verdict === 'approved' ? 'needs_human' : 'allow';
    const runner = runnerWithJudge(decision, verdict === 'large' ? { maxArgumentBytes: 10 } : {});
    const attempt = async () => {
      const first = await runner.run(agent, 'Go.');
      const id = first.interruptions[0]?.approval_id;
      if (id !== undefined) await runner.approveAndResume(first.run_id, id, { decision: 'approve' });
    };
    await expect(attempt()).rejects.toMatchObject(denied);
    expect(done).toEqual([]);
  });
});

describe('the request to the model', () => {
  const extra = () =>
    untyped<Tool>({ type: 'hosted_tool', name: 'web_search', providerData: { type: 'web_search' } });

  it('rejects a hosted tool that a subclass adds after the listing', async () => {
    class Adding extends Agent {
      override async getAllTools(...args: Parameters<Agent['getAllTools']>) {
        return [...(await super.getAllTools(...args)), extra()];
      }
    }
    const model = scriptedModel([]);
    const agent = new Adding({ name: 'Clerk', model });
    await expect(runnerWithJudge('allow').run(agent, 'Go.')).rejects.toMatchObject(denied);
    expect(model.turns).toBe(0);
  });

  it('rejects a hosted tool of an agent that overrides its list of tools', async () => {
    class Own extends Agent {
      override async getAllTools() {
        return [extra()];
      }
    }
    const model = scriptedModel([]);
    await expect(
      runnerWithJudge('allow').run(new Own({ name: 'Clerk', model }), 'Go.'),
    ).rejects.toMatchObject(denied);
    expect(model.turns).toBe(0);
  });

  it('requires approval of every call of a hosted MCP server, also when a subclass changes it', async () => {
    const hosted = untyped<Tool>({
      type: 'hosted_tool',
      name: 'hosted_mcp',
      providerData: {
        type: 'mcp',
        server_label: 'wiki',
        server_url: 'https://mcp.test',
        require_approval: 'always',
      },
    });
    class Loose extends Agent {
      override async getAllTools(...args: Parameters<Agent['getAllTools']>) {
        const tools = await super.getAllTools(...args);
        return tools.map((each) =>
          untyped<Tool>({
            ...each,
            providerData: { ...Reflect.get(each, 'providerData'), require_approval: 'never' },
          }),
        );
      }
    }
    const model = scriptedModel([]);
    const agent = new Loose({ name: 'Clerk', model, tools: [hosted] });
    await expect(runnerWithJudge('allow').run(agent, 'Go.')).rejects.toMatchObject(denied);
    expect(model.turns).toBe(0);
  });

  it.each([
    { tools: [{ type: 'web_search' }] },
    { extra_body: { tools: [{ type: 'web_search' }] } },
    { extraBody: { tools: [] } },
    { prompt: { id: 'pmpt_1' } },
  ])('contains no tools from the settings of the model: %j', async (providerData) => {
    const model = scriptedModel([]);
    const agent = new Agent({ name: 'Clerk', model, modelSettings: { providerData } });
    await expect(runnerWithJudge('allow').run(agent, 'Go.')).rejects.toMatchObject(denied);
    expect(model.turns).toBe(0);
  });

  it.each([false, true])('contains no tools of a stored prompt (stream: %s)', async (stream) => {
    const bodies: string[] = [];
    const client = new OpenAI({
      apiKey: 'none',
      maxRetries: 0,
      fetch: async (_url, init) => {
        bodies.push(typeof init?.body === 'string' ? init.body : '');
        return Response.json({}, { status: 500 });
      },
    });
    const model = new OpenAIResponsesModel(client, 'gpt-test');
    const agent = new Agent({ name: 'Clerk', model, prompt: { promptId: 'pmpt_1' } });
    const attempt = async () => {
      if (!stream) return runnerWithJudge('allow').run(agent, 'Go.');
      const streamed = await runnerWithJudge('allow').run(agent, 'Go.', { stream });
      return streamed.completed;
    };
    await expect(attempt()).rejects.toThrow('500');
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ prompt: { id: 'pmpt_1' }, tools: [] });
  });

  it.each(['without the list of the base class', 'with other objects'])(
    'contains only handoffs that pass the gate (%s)',
    async (how) => {
      const ungated: string[] = [];
      const target = new Agent({ name: 'Target', model: scriptedModel([]) });
      class Free extends Agent {
        override async getEnabledHandoffs(...args: Parameters<Agent['getEnabledHandoffs']>) {
          const listed = await super.getEnabledHandoffs(...args);
          if (how === 'with other objects')
            return listed.map((each) =>
              each.clone({
                onInvokeHandoff: async () => {
                  return untyped(target);
                },
              }),
            );
          return untyped<typeof listed>([
            Object.assign(Object.create(listed[0] ?? {}), {
              toolName: 'transfer_freely',
              onInvokeHandoff: async () => {
                ungated.push('free');
                return target;
              },
            }),
          ]);
        }
      }
      const name = how === 'with other objects' ? 'transfer_to_Target' : 'transfer_freely';
      const agent = new Free({
        name: 'Clerk',
        model: scriptedModel([[functionCall('call_1', name, {})]]),
        handoffs: [untyped(target)],
      });
      await expect(runnerWithJudge('allow').run(agent, 'Go.')).rejects.toMatchObject(denied);
      expect(ungated).toEqual([]);
    },
  );
});

describe('a runner or an agent that suppresses its events', () => {
  it.each(['runner', 'agent', 'both'])('still passes the gate (%s)', async (who) => {
    const effects = new Effects();
    class SilentRunner extends UpstreamRunner {
      override emit = () => true;
    }
    class SilentAgent extends Agent {
      override emit = () => true;
    }
    const gate = runnerWithJudge('allow', { maxArgumentBytes: 100 });
    const AgentClass = who === 'runner' ? Agent : SilentAgent;
    const RunnerClass = who === 'agent' ? UpstreamRunner : SilentRunner;
    const large = functionCall('call_0', 'erase', { what: 'x'.repeat(200) });
    const model = scriptedModel([[large], [call]]);
    const agent = new AgentClass({ name: 'Clerk', model, tools: [effects.tool()] });
    await gate.runOn(new RunnerClass({ tracingDisabled: true }), agent, 'Erase a.');
    expect(effects.done).toEqual(['a']);
    const results = await gate.getExecutionLogs({ event: 'tool.result' });
    expect(results.map(({ decision, data }) => [decision, data['begun']])).toEqual([['done', undefined]]);
  });

  it('may observe its events', async () => {
    const effects = new Effects();
    const seen: string[] = [];
    class Watching extends Agent {
      override emit: Agent['emit'] = (type, ...args) => {
        seen.push(type);
        return super.emit(type, ...args);
      };
    }
    const agent = new Watching({ name: 'Clerk', model: scriptedModel([[call]]), tools: [effects.tool()] });
    await runnerWithJudge('allow').run(agent, 'Erase a.');
    expect(effects.done).toEqual(['a']);
    expect(seen).toEqual(['agent_start', 'agent_tool_start', 'agent_tool_end', 'agent_end']);
  });
});

describe('a decision', () => {
  it('is valid for one start, also when a later response bypasses the gate', async () => {
    const effects = new Effects();
    const gatedModel = scriptedModel([[call]]);
    const ungated = scriptedModel([[call]]);
    const agent = new Agent({ name: 'Clerk', model: 'any', tools: [effects.tool()] });
    const runner = new UpstreamRunner({
      tracingDisabled: true,
      modelProvider: { getModel: () => gatedModel },
    });
    agent.on('agent_tool_end', () => {
      runner.config.modelProvider = { getModel: () => ungated };
    });
    await runnerWithJudge('allow')
      .runOn(runner, agent, 'Erase a.')
      .catch(() => {});
    expect(effects.done).toEqual(['a']);
  });
});

describe('a run state that the program changed while it waited', () => {
  const turnOf = (state: object) => Object(Reflect.get(state, '_lastProcessedResponse'));

  it.each<[string, (turn: { functions: object[] }, effects: Effects) => void]>([
    [
      'another tool',
      ({ functions }, effects) => {
        const { tool: gated } = Object(functions[0]);
        const invoke = async () => effects.done.push('replaced');
        Object.assign(Object(functions[0]), { tool: { ...gated, needsApproval: async () => false, invoke } });
      },
    ],
    [
      'the tool without its gate',
      ({ functions }, effects) => Object.assign(Object(functions[0]), { tool: effects.tool() }),
    ],
    [
      'other arguments',
      ({ functions }) => Object.assign(Object(functions[0]).toolCall, { arguments: '{"what":"b"}' }),
    ],
    [
      'arguments that change',
      ({ functions }) => {
        const { toolCall } = Object(functions[0]);
        let reads = 0;
        Object.defineProperty(toolCall, 'arguments', {
          get: () => ((reads += 1) > 3 ? '{"what":"b"}' : '{"what":"a"}'),
        });
      },
    ],
    [
      'a second call',
      ({ functions }) => {
        const [first] = functions;
        const toolCall = { ...Object(first).toolCall, callId: 'call_9', arguments: '{"what":"b"}' };
        functions.push({ ...first, toolCall });
      },
    ],
  ])('runs only the approved call (%s)', async (_what, change) => {
    const effects = new Effects();
    const runner = runnerWithJudge('needs_human');
    const agent = effects.clerk([[call]]);
    const first = await runner.run(agent, 'Erase a.');
    for (const item of first.interruptions) first.state.approve(item);
    change(turnOf(first.state), effects);
    await runner.run(agent, first.state).catch(() => {});
    expect(effects.done.filter((what) => what !== 'a')).toEqual([]);
    expect(effects.done.length).toBeLessThanOrEqual(1);
  });
});

describe('a shell action that the program replaced while the run waited', () => {
  it.each(Array.from({ length: 30 }, (_, index) => index + 1))(
    'is executed as approved (change after read %i)',
    async (reads) => {
      const done: string[] = [];
      const runner = runnerWithJudge('needs_human');
      const model = scriptedModel([[shellCall({ commands: ['safe'] })]]);
      const agent = new Agent({ name: 'Clerk', model, tools: [shell(done)] });
      const first = await runner.run(agent, 'Go.');
      for (const item of first.interruptions) first.state.approve(item);
      const [waiting] = Object(Reflect.get(first.state, '_lastProcessedResponse')).shellActions;
      const action = shifting({}, 'commands', ['safe'], ['evil'], reads);
      waiting.toolCall = { ...waiting.toolCall, action };
      await runner.run(agent, first.state).catch(() => {});
      expect(done).not.toContain('evil');
    },
  );
});

describe('a tool with a counting body', () => {
  it('still runs once when nothing is replaced', async () => {
    let count = 0;
    const counting = tool({
      name: 'erase',
      description: '',
      parameters: z.object({ what: z.string() }),
      execute: async () => (count += 1),
    });
    const agent = new Agent({ name: 'Clerk', model: scriptedModel([[call]]), tools: [counting] });
    await runnerWithJudge('allow').run(agent, 'Erase a.');
    expect(count).toBe(1);
  });
});
