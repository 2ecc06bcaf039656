import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { entriesOf } from './pack-sekisho.ts';
import { LOCAL_SANDBOX_STARTS, SANDBOX_STARTS } from './sandbox-starts.ts';

/**
 * Uses every export of a packed package that can start a run or execute a tool, under a gate that denies and under one that
 * allows, and prints how often something was executed and how often that was allowed. Usage: start-exports.ts FOLDER
 */
type Sekisho = typeof import('../../src/index.ts');
type Testing = typeof import('../../src/testing/index.ts');
type Sandbox = typeof import('../../src/sandbox-local.ts');
type Runner = ReturnType<Sekisho['createRunner']>;
type ScriptedItem = import('../../src/testing/index.ts').ScriptedItem;
type Agent = import('../../src/index.ts').Agent;

/** The objects that one attempt uses. */
export interface Attempt {
  readonly sdk: Sekisho;
  readonly testing: Testing;
  readonly sandbox: Sandbox;
  readonly runner: Runner;
  readonly agent: Agent;
  readonly verdict: 'deny' | 'allow';
  /** Records an execution. */
  readonly execute: () => string;
  /** An agent whose model calls this tool, which has one argument. */
  readonly agentWith: (tools: Agent['tools'], name: string, args?: object) => Agent;
}

export type Start = (attempt: Attempt) => Promise<unknown>;

const inRun = (make: (attempt: Attempt) => Agent | Promise<Agent>): Start => {
  return async (attempt) => attempt.runner.run(await make(attempt), 'Go.');
};

/** An approval request that a person decides as the gate would. */
async function asked({ sdk, agent, verdict }: Attempt) {
  const runner = sdk.createRunner({ store: 'memory', safetyAgent: judging(sdk, 'needs_human') });
  sdk.setDefaultRunner(runner);
  const { run_id = '', state, interruptions } = await sdk.run(agent, 'Go.');
  const approvalId = interruptions[0]?.approval_id ?? '';
  return { runner, run_id, state, approvalId, decision: verdict === 'allow' ? 'approve' : 'deny' } as const;
}

const parameters = z.object({ what: z.string() });
const schema = {
  type: 'object',
  properties: { what: { type: 'string' } },
  required: ['what'],
  additionalProperties: false,
} as const;

const localServer = ({ execute }: Attempt) => ({
  name: 'files',
  cacheToolsList: false,
  connect: async () => {},
  close: async () => {},
  invalidateToolsCache: async () => {},
  listTools: async () => [
    { name: 'erase', description: 'Erases.', inputSchema: { ...schema, required: ['what'] } },
  ],
  callTool: async () => [{ type: 'text' as const, text: execute() }],
});

const STARTS: Readonly<Record<string, Start>> = {
  run: ({ sdk, agent }) => sdk.run(agent, 'Go.'),
  Runner: ({ sdk, agent }) => new sdk.Runner().run(agent, 'Go.'),
  createRunner: ({ runner, agent }) => runner.run(agent, 'Go.'),
  AgentRunner: async ({ sdk, runner, agent }) => {
    if (!(runner instanceof sdk.AgentRunner)) throw new Error('Not a runner.');
    for await (const event of runner.runStream(agent, 'Go.')) void event;
  },
  setDefaultRunner: ({ sdk, runner, agent }) => {
    sdk.setDefaultRunner(runner);
    return new sdk.Runner().run(agent, 'Go.', { stream: true }).then(({ completed }) => completed);
  },
  withResponsesWebSocketSession: ({ sdk, agent, agentWith }) =>
    sdk.withResponsesWebSocketSession(
      async ({ runner, run }) => {
        await runner.run(agent, 'Go.').catch(() => {});
        await run(agentWith(agent.tools, 'erase'), 'Go.');
      },
      { providerOptions: { apiKey: 'none' } },
    ),
  RunState: async (attempt) => {
    const { sdk, agent } = attempt;
    const { runner, state, approvalId, decision } = await asked(attempt);
    await runner.submitApproval(approvalId, decision);
    return sdk.run(agent, await sdk.RunState.fromString(agent, state.toString()));
  },
  resumeRun: async (attempt) => {
    const { runner, run_id, approvalId, decision } = await asked(attempt);
    const { token } = await runner.submitApproval(approvalId, decision);
    return attempt.sdk.resumeRun(run_id, token);
  },
  approveAndResume: async (attempt) => {
    const { run_id, approvalId, decision } = await asked(attempt);
    return attempt.sdk.approveAndResume(run_id, approvalId, { decision });
  },
  submitApproval: async (attempt) => {
    const { approvalId, decision } = await asked(attempt);
    return attempt.sdk.submitApproval(approvalId, decision);
  },
  recoverRuns: async ({ sdk, agent, verdict }) => {
    const store = { directory: mkdtempSync(join(tmpdir(), 'sekisho-start-')) };
    const runner = sdk.createRunner({ store, safetyAgent: judging(sdk, verdict), agents: [agent] });
    sdk.setDefaultRunner(runner);
    await runner.segments.start(agent, 'Go.');
    return sdk.recoverRuns();
  },
  Agent: inRun(({ agent, agentWith }) =>
    agentWith([agent.asTool({ toolName: 'ask', toolDescription: 'Asks.' })], 'ask', { input: 'go' }),
  ),
  tool: inRun(({ sdk, agentWith, execute }) => {
    const erase = sdk.tool({ name: 'erase', description: 'Erases.', parameters, execute });
    const agent = agentWith([erase], 'erase');
    agent.on('agent_start', (context) => void erase.invoke(context, '{"what":"a"}').catch(() => {}));
    return agent;
  }),
  invokeFunctionTool: inRun(({ sdk, agentWith, execute }) => {
    const erase = sdk.tool({ name: 'erase', description: 'Erases.', parameters, execute });
    const agent = agentWith([erase], 'erase');
    agent.instructions = async (runContext) => {
      await sdk.invokeFunctionTool({ tool: erase, runContext, input: '{"what":"a"}' });
      return '';
    };
    return agent;
  }),
  toolNamespace: inRun(({ sdk, agentWith, execute }) => {
    const erase = sdk.tool({ name: 'erase', description: 'Erases.', parameters, execute });
    return agentWith(
      sdk.toolNamespace({ name: 'files', description: 'Files.', tools: [erase] }),
      'files.erase',
    );
  }),
  handoff: inRun(({ sdk, agent, agentWith }) => {
    const host = agentWith([], 'transfer_to_Clerk', {});
    host.handoffs = [sdk.handoff(agent)];
    return host;
  }),
  getHandoff: inRun(({ sdk, agent, agentWith }) => {
    const host = agentWith([], 'transfer_to_Clerk', {});
    host.handoffs = [sdk.getHandoff(agent)];
    return host;
  }),
  shellTool: inRun(({ sdk, testing, execute }) => {
    const shell = { run: async () => (execute(), { output: [] }) };
    const call: ScriptedItem = { type: 'shell_call', callId: 'c', action: { commands: ['ls'] } };
    return new sdk.Agent({
      name: 'Host',
      model: testing.scriptedModel([[call]]),
      tools: [sdk.shellTool({ shell })],
    });
  }),
  applyPatchTool: inRun(({ sdk, testing, execute }) => {
    const edit = async () => (execute(), {});
    const editor = { createFile: edit, updateFile: edit, deleteFile: edit };
    const operation = { type: 'delete_file', path: 'a' } as const;
    const call = { type: 'apply_patch_call', callId: 'c', status: 'completed', operation } as const;
    const model = testing.scriptedModel([[call]]);
    return new sdk.Agent({ name: 'Host', model, tools: [sdk.applyPatchTool({ editor })] });
  }),
  computerTool: inRun(({ sdk, testing, execute }) => {
    const act = async () => void execute();
    const computer = {
      environment: 'browser',
      dimensions: [10, 10] satisfies [number, number],
      screenshot: async () => 'aGVsbG8=',
      click: act,
      doubleClick: act,
      scroll: act,
      type: act,
      wait: act,
      move: act,
      keypress: act,
      drag: act,
    } as const;
    const action = { type: 'type', text: 'a' } as const;
    const call = { type: 'computer_call', callId: 'c', status: 'completed', action } as const;
    const model = testing.scriptedModel([[call]]);
    return new sdk.Agent({ name: 'Host', model, tools: [sdk.computerTool({ computer })] });
  }),
  getAllMcpTools: inRun(async (attempt) => {
    const tools = await attempt.sdk.getAllMcpTools([localServer(attempt)]);
    return attempt.agentWith(tools, 'erase');
  }),
  mcpToFunctionTool: inRun(async (attempt) => {
    const server = localServer(attempt);
    const [listed] = await server.listTools();
    if (!listed) throw new Error('Nothing is listed.');
    return attempt.agentWith([attempt.sdk.mcpToFunctionTool(listed, server, false)], 'erase');
  }),
  McpGateway: async (attempt) => {
    const { sdk, execute, agentWith, runner } = attempt;
    const client = {
      isOpen: true,
      listTools: async () => [{ name: 'erase', description: 'Erases.', inputSchema: schema }],
      callTool: async () => ({ content: [{ type: 'text', text: execute() }] }),
      close: async () => {},
    };
    const gateway = new sdk.McpGateway({ connect: async () => client, trustOnFirstUse: true });
    await gateway.register({ server_id: 'files', command: 'none' });
    const tools = await gateway.toTools('files');
    return runner.run(agentWith(tools, tools[0]?.name ?? ''), 'Go.').finally(() => gateway.close());
  },
  toTools: async ({ sdk, testing, execute, agentWith, runner }) => {
    const dir = mkdtempSync(join(tmpdir(), 'sekisho-start-'));
    mkdirSync(join(dir, 'maker'));
    writeFileSync(join(dir, 'maker/SKILL.md'), '---\nname: maker\ndescription: Makes.\n---\nSteps.\n');
    const childTools = [sdk.tool({ name: 'erase', description: 'Erases.', parameters, execute })];
    const childModel = testing.scriptedModel([[testing.scriptedCall('c', 'erase', { what: 'a' })]]);
    const skills = await sdk.loadSkills({ dir, mode: 'child_agent' });
    return runner.run(
      agentWith(sdk.toTools(skills, { childTools, childModel }), 'skill_maker', { task: 'go' }),
      'Go.',
    );
  },
  toActivationTools: async ({ sdk, execute, agentWith, runner }) => {
    const dir = mkdtempSync(join(tmpdir(), 'sekisho-start-'));
    const script = 'echo erased\n';
    mkdirSync(join(dir, 'maker'));
    writeFileSync(join(dir, 'maker/SKILL.md'), '---\nname: maker\ndescription: Makes.\n---\nRun make.sh.\n');
    writeFileSync(join(dir, 'maker/make.sh'), script);
    const sandbox = { run: async () => ({ exit_code: 0, stdout: execute(), stderr: '' }) };
    const tools = sdk.toActivationTools(await sdk.loadSkills({ dir }), { sandbox });
    const sha256 = createHash('sha256').update(script).digest('hex');
    const call = { skill_id: 'maker', script: 'make.sh', sha256, args: [] };
    // The tool itself requires an approval, also when the gate allows the call.
    const { run_id, interruptions } = await runner.run(agentWith(tools, 'skill_run', call), 'Go.');
    const approvalId = interruptions[0]?.approval_id ?? '';
    return runner.approveAndResume(run_id, approvalId, { decision: 'approve' });
  },
  ...Object.fromEntries(
    (['webSearchTool', 'codeInterpreterTool', 'imageGenerationTool'] as const).map(
      (name): [string, Start] => [
        name,
        // The provider executes these tools, so offering one to a model is the execution.
        inRun(({ sdk, testing, execute }) => {
          const model = testing.scriptedModel([
            (request) => (request.tools.length > 0 && execute(), [testing.assistantText('done')]),
          ]);
          return new sdk.Agent({ name: 'Host', model, tools: [sdk[name]()] });
        }),
      ],
    ),
  ),
  fileSearchTool: inRun(({ sdk, testing, execute }) => {
    const model = testing.scriptedModel([
      (request) => (request.tools.length > 0 && execute(), [testing.assistantText('done')]),
    ]);
    return new sdk.Agent({ name: 'Host', model, tools: [sdk.fileSearchTool('vs_1')] });
  }),
};

function judging(sdk: Sekisho, decision: 'deny' | 'allow' | 'needs_human') {
  return new sdk.SafetyAgent(() => ({ decision, risk_level: 1, reason: 'The test decided this.' }));
}

async function outcomeOf(
  parts: Pick<Attempt, 'sdk' | 'testing' | 'sandbox'>,
  start: Start,
  verdict: Attempt['verdict'],
) {
  const { sdk, testing } = parts;
  let executions = 0;
  const execute = () => {
    executions += 1;
    return 'done';
  };
  const runner = sdk.createRunner({ store: 'memory', safetyAgent: judging(sdk, verdict) });
  sdk.setDefaultRunner(runner);
  const agentWith: Attempt['agentWith'] = (tools, name, args = { what: 'a' }) => {
    const [namespace, plain] = name.includes('.') ? name.split('.') : [undefined, name];
    const call = {
      ...testing.scriptedCall('call_1', plain ?? '', { ...args }),
      ...(namespace !== undefined && { namespace }),
    };
    return new sdk.Agent({ name: 'Host', model: testing.scriptedModel([[call]]), tools });
  };
  const erase = sdk.tool({ name: 'erase', description: 'Erases.', parameters, execute });
  const agent = new sdk.Agent({
    name: 'Clerk',
    model: testing.scriptedModel([[testing.scriptedCall('call_2', 'erase', { what: 'a' })]]),
    tools: [erase],
  });
  const error: unknown = await start({ ...parts, runner, agent, verdict, execute, agentWith }).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  // An attempt may have replaced this runner.
  const logs = [...(await runner.getExecutionLogs()), ...(await sdk.getExecutionLogs())];
  const allowed = new Set(
    logs
      .filter(
        ({ event, decision }) =>
          event === 'approval.approved' || (event === 'gate.decision' && decision === 'allow'),
      )
      .map(({ run_id, tool_call_id }) => `${run_id} ${tool_call_id}`),
  ).size;
  return { executions, allowed, error: error instanceof Error ? error.message : undefined };
}

const entries = entriesOf(process.argv[2] ?? '');
const names: Record<string, string[]> = {};
for (const [subpath, file] of Object.entries(entries))
  names[subpath] = Object.keys(await import(pathToFileURL(file).href)).toSorted();
const sdk: Sekisho = await import(pathToFileURL(entries['.'] ?? '').href);
const testing: Testing = await import(pathToFileURL(entries['./testing'] ?? '').href);
const sandbox: Sandbox = await import(pathToFileURL(entries['./sandbox/local'] ?? '').href);
const starts = {
  '.': STARTS,
  './sandbox': SANDBOX_STARTS,
  './sandbox/local': { ...SANDBOX_STARTS, ...LOCAL_SANDBOX_STARTS },
};
const results: Record<string, Record<string, object>> = {};
for (const [subpath, own] of Object.entries(starts)) {
  const tried: Record<string, object> = {};
  for (const [name, start] of Object.entries(own)) {
    // The names of `./sandbox` are the same objects in `./sandbox/local`, so they are tested once.
    tried[name] = results['./sandbox']?.[name] ?? {
      deny: await outcomeOf({ sdk, testing, sandbox }, start, 'deny'),
      allow: await outcomeOf({ sdk, testing, sandbox }, start, 'allow'),
    };
  }
  results[subpath] = tried;
}
console.log(JSON.stringify({ names, results }));
process.exit(0);
