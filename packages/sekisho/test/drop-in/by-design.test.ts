import * as upstream from '@openai/agents';
import { assistantMessage, functionCall } from '@openai/agents/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as sekisho from '../../src/index.ts';
import { observeFailure } from './observe.ts';
import { perform } from './perform.ts';
import type { Program, Sdk } from './program.ts';

interface Difference {
  readonly what: string;
  readonly why: string;
  readonly program: Program;
  readonly upstream: unknown;
  readonly ours: unknown;
}

/** All differences that a program can observe after the change of the import. Each entry needs a reason. */
const BY_DESIGN: readonly Difference[] = [
  {
    what: 'realtime is not exported',
    why: 'Voice sessions run their tools outside of the runner, which the gate does not cover yet.',
    program: async ({ sdk }) => ({ realtime: Object.hasOwn(sdk, 'realtime') }),
    upstream: { realtime: true },
    ours: { realtime: false },
  },
  {
    what: 'traces are disabled until the host enables them',
    why: 'A trace contains the arguments of tools, and upstream sends it to OpenAI as soon as there is a key.',
    program: async ({ sdk, model }) => {
      const scripted = model([assistantMessage('hi')]);
      const result = await sdk.run(new sdk.Agent({ name: 'Host', model: scripted }), 'hi');
      const { trace } = JSON.parse(result.state.toString());
      return { asked: scripted.firstCall?.request.tracing, kept: trace !== null };
    },
    upstream: { asked: true, kept: true },
    ours: { asked: false, kept: false },
  },
  {
    what: 'traces do not contain arguments unless the host enables it',
    why: 'Secrets in arguments belong to the run, not to the readers of its traces.',
    program: async ({ sdk }) => ({ sensitive: new sdk.Runner().config.traceIncludeSensitiveData }),
    upstream: { sensitive: true },
    ours: { sensitive: false },
  },
  {
    what: 'a run with an MCP server that cannot list its tools has a code and names the server',
    why: 'A plain error does not name the server; it is the cause of our error.',
    program: async ({ sdk, model }) => {
      const server = new sdk.MCPServerStreamableHttp({ url: 'http://127.0.0.1:9/mcp', name: 'nowhere' });
      const servers = await sdk.connectMcpServers([server], { dropFailed: true });
      const agent = new sdk.Agent({ name: 'Librarian', mcpServers: [server], model: model() });
      const error: unknown = await sdk.run(agent, 'hello').catch((failure: unknown) => failure);
      await servers.close();
      const { code, message, cause } = Object(error);
      return { failed: servers.failed.length, code, message: message.slice(0, 22), cause: cause?.message };
    },
    upstream: { failed: 1, code: '<undefined>', message: 'Server not initialized', cause: '<undefined>' },
    ours: {
      failed: 1,
      code: 'AGENTS-E-MCP-UNREACHABLE',
      message: 'MCP server "nowhere" c',
      cause: 'Server not initialized. Make sure you call connect() first.',
    },
  },
  {
    what: 'a hosted MCP server needs approval by default',
    why: 'Its tools run at the provider, so the approval is the only point at which a call can be stopped.',
    program: async ({ sdk }) => {
      const tool = sdk.hostedMcpTool({ serverLabel: 'wiki', serverUrl: 'https://wiki.example.com/mcp' });
      return { requires: tool.providerData.require_approval };
    },
    upstream: { requires: 'never' },
    ours: { requires: 'always' },
  },
  {
    what: 'a hosted MCP server that needs no approval still sends approval requests to us',
    why: 'The gate decides the request itself when the host waived approval, so that it evaluates every call.',
    program: async ({ sdk, model }) => {
      const scripted = model([assistantMessage('hi')]);
      const tool = sdk.hostedMcpTool({
        serverLabel: 'wiki',
        serverUrl: 'https://wiki.example.com/mcp',
        requireApproval: 'never',
      });
      await sdk.run(new sdk.Agent({ name: 'Host', tools: [tool], model: scripted }), 'hi');
      const [sent] = scripted.firstCall?.request.tools ?? [];
      return { wire: Reflect.get(Object(Reflect.get(Object(sent), 'providerData')), 'require_approval') };
    },
    upstream: { wire: 'never' },
    ours: { wire: 'always' },
  },
  {
    what: 'arguments that do not match a plain JSON schema never reach the tool',
    why: 'Upstream validates zod schemas only; a call with invalid arguments cannot be evaluated.',
    program: async ({ sdk, model }) => {
      const ran: unknown[] = [];
      const scripted = model([functionCall('add', { a: 'one' }, { callId: 'c1' })], [assistantMessage('?')]);
      const add = sdk.tool({
        name: 'add',
        description: 'Adds',
        strict: true,
        parameters: {
          type: 'object',
          properties: { a: { type: 'number' } },
          required: ['a'],
          additionalProperties: false,
        },
        execute: async (input) => {
          ran.push(input);
          return 'added';
        },
      });
      await sdk.run(new sdk.Agent({ name: 'Adder', tools: [add], model: scripted }), 'add');
      return { ran };
    },
    upstream: { ran: [{ a: 'one' }] },
    ours: { ran: [] },
  },
  {
    what: 'a saved state continues a run once',
    why: 'A state that can be replayed executes an approved call any number of times.',
    program: async ({ sdk, model }) => {
      const { agent, ran, text } = await savedQuestion(sdk, model, [assistantMessage('1')]);
      const resume = async () => {
        const state = await sdk.RunState.fromString(agent, text);
        for (const item of state.getInterruptions()) state.approve(item);
        await sdk.run(agent, state);
      };
      await resume();
      const second = await observeFailure(resume);
      return { ran, code: codeOf(second) };
    },
    upstream: { ran: ['ann', 'ann'], code: 'none' },
    ours: { ran: ['ann'], code: 'AGENTS-E-RESUME-TOKEN' },
  },
  {
    what: 'an edited saved state continues nothing',
    why: 'An edited state can contain any approval.',
    program: async ({ sdk, model }) => {
      const { agent, ran, text } = await savedQuestion(sdk, model, []);
      const edited = await sdk.RunState.fromString(agent, text.replaceAll('ann', 'eve'));
      for (const item of edited.getInterruptions()) edited.approve(item);
      return { ran, code: codeOf(await observeFailure(() => sdk.run(agent, edited))) };
    },
    upstream: { ran: ['eve'], code: 'none' },
    ours: { ran: [], code: 'AGENTS-E-RUN-STATE' },
  },
];

describe('differences by design', () => {
  beforeAll(() => {
    sekisho.setDefaultRunner(
      sekisho.createRunner({
        store: 'memory',
        safetyAgent: new sekisho.SafetyAgent(() => ({
          decision: 'allow',
          risk_level: 1,
          reason: 'Harmless.',
        })),
      }),
    );
  });

  it.each(BY_DESIGN)('$what: $why', async ({ program, upstream: theirs, ours }) => {
    expect(await perform(program, upstream)).toMatchObject({ observation: theirs });
    expect(await perform(program, sekisho)).toMatchObject({ observation: ours });
  });
});

async function savedQuestion(
  sdk: Sdk,
  model: Parameters<Program>[0]['model'],
  after: ReturnType<typeof assistantMessage>[],
) {
  const ran: string[] = [];
  const scripted = model([functionCall('send', { to: 'ann' }, { callId: 'c1' })], after, after);
  const send = sdk.tool({
    name: 'send',
    description: 'Sends',
    parameters: z.object({ to: z.string() }),
    needsApproval: true,
    execute: async ({ to }) => {
      ran.push(to);
      return 'sent';
    },
  });
  const agent = new sdk.Agent({ name: 'Mailer', tools: [send], model: scripted });
  const first = await sdk.run(agent, 'mail');
  return { agent, ran, text: first.state.toString() };
}

const codeOf = (failure: object) => {
  const message: unknown = Reflect.get(failure, 'code');
  return typeof message === 'string' ? message : 'none';
};
