import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  Agent,
  handoff,
  SafetyAgent,
  tool,
  type AgentRunnerOptions,
  type GateContext,
  type HumanApprovalRequest,
} from '../src/index.ts';
import { functionCall, scriptedModel, type ScriptedStep } from '../src/testing/scripted-model.ts';
import { ruled } from './programs/gate-office.ts';

const ORDERS = [
  { order_id: 'A-17', total: 42, email: 'ann@mail.example' },
  { order_id: 'B-20', total: 900, email: 'ann@mail.example' },
];

/** A shop with a trusted order system, an untrusted ticket system, and refunds; `done` contains the executed calls. */
class Shop {
  readonly done: string[] = [];

  tools() {
    const act = (
      name: string,
      effect: 'spend' | 'send' | 'admin' | 'write',
      roles: Record<string, 'target'>,
    ) =>
      tool({
        name,
        description: `${name.replaceAll('_', ' ')}.`,
        strict: false,
        parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
        extensions: { manifest: { effect, arguments: { text: 'content', ...roles } } },
        execute: async (input: unknown) => {
          this.done.push(`${name} ${Object.values(Object(input)).join(' ')}`);
          return 'It is done.';
        },
      });
    const amounts = { amount: 'amount' } as never;
    return [
      tool({
        name: 'get_order',
        description: 'Gets an order',
        parameters: z.object({ order_id: z.string() }),
        extensions: { manifest: { effect: 'read', trusted_source: true } },
        execute: async ({ order_id: id }) =>
          ORDERS.find(({ order_id }) => order_id === id) ?? 'There is none.',
      }),
      tool({
        name: 'get_ticket',
        description: 'Gets a ticket',
        parameters: z.object({ ticket: z.string() }),
        extensions: { manifest: { effect: 'read' } },
        execute: async () => ({ ticket: 'T-1', order_id: 'A-17', requested_amount: 5000 }),
      }),
      act('refund_order', 'spend', amounts),
      act('send_mail', 'send', { to: 'recipient' } as never),
      act('grant_role', 'admin', {}),
      act('set_discount', 'write', amounts),
      act('note_color', 'write', {}),
    ];
  }

  agent(steps: readonly ScriptedStep[], options: Partial<ConstructorParameters<typeof Agent>[0]> = {}) {
    return new Agent({ name: 'Support', model: scriptedModel(steps), tools: this.tools(), ...options });
  }
}

const order = (id: string) => functionCall(`get_${id}`, 'get_order', { order_id: id });
const refund = (order_id: string, amount: unknown, id = 'call_refund') =>
  functionCall(id, 'refund_order', { order_id, amount });
const PLEASE = 'Please refund order A-17 with 5000 dollars.';

async function ask(
  steps: readonly ScriptedStep[],
  {
    text = PLEASE,
    runner = { user: 'customer' },
    extensions = {},
    agent = {},
  }: {
    text?: string;
    runner?: Partial<AgentRunnerOptions>;
    extensions?: object;
    agent?: Partial<ConstructorParameters<typeof Agent>[0]>;
  } = {},
) {
  const shop = new Shop();
  const made = ruled(runner);
  const result = await made.run(shop.agent(steps, agent), text, { extensions });
  const requests: readonly HumanApprovalRequest[] = result.interruptions;
  return { shop, runner: made, result, request: requests[0] };
}

describe('a refund that a customer requests', () => {
  it("requires approval when the amount comes only from the customer's text, in both languages", async () => {
    const { shop, request } = await ask([[order('A-17')], [refund('A-17', 5000)]]);
    expect(shop.done).toEqual([]);
    expect(request?.risk_level).toBe(5);
    expect(request?.reason).toBe(
      `A value that steers this action has no trusted source. A customer's words are a request, not an authority. The amount "5000" comes only from the words of a customer.`,
    );
    expect(request?.prompt_ja).toContain(
      'お客様の発言は依頼であり、権限ではありません。金額「5000」の出所はお客様の発言だけです。',
    );
    expect(request?.grant_offer).toBeUndefined();
  });

  it('is allowed for an owner', async () => {
    const { shop } = await ask([[order('A-17')], [refund('A-17', 5000)]], { runner: {} });
    expect(shop.done).toEqual(['refund_order A-17 5000']);
  });

  it.each([[42], ['42'], ['42.00']])(
    'is allowed with the amount %j of the order that a trusted tool returned',
    async (amount) => {
      const { shop, result } = await ask([[order('A-17')], [refund('A-17', amount)]], {
        text: 'Please refund order A-17.',
      });
      expect(result.interruptions).toEqual([]);
      expect(shop.done).toEqual([`refund_order A-17 ${amount}`]);
    },
  );

  it.each<[string, readonly ScriptedStep[], string]>([
    ['the order was never read', [[refund('A-17', 42)]], 'Please refund order A-17 with 42 dollars.'],
    [
      'the amount belongs to another order',
      [[order('A-17')], [order('B-20')], [refund('A-17', 900)]],
      PLEASE,
    ],
    [
      'an untrusted tool returned the amount',
      [[order('A-17')], [functionCall('t', 'get_ticket', { ticket: 'T-1' })], [refund('A-17', 5000)]],
      'Please refund order A-17 as in ticket T-1.',
    ],
    ['the model invented the amount', [[order('A-17')], [refund('A-17', 43)]], 'Please refund order A-17.'],
    ['the amount is split', [[order('A-17')], [refund('A-17', '4 2')]], PLEASE],
    [
      'an undeclared argument is added',
      [[order('A-17')], [functionCall('c', 'refund_order', { order_id: 'A-17', amount: 42, to: 'DE01' })]],
      'Please refund order A-17 to DE01.',
    ],
  ])('requires approval when %s', async (_case, steps, text) => {
    const { shop, request } = await ask(steps, { text });
    expect(shop.done).toEqual([]);
    expect(request?.tool_id).toBe('refund_order');
    expect(request?.reason).not.toMatch(/\byou\b|\byour\b/i);
  });

  it('is denied when the profile denies it', async () => {
    const { loadProfile, MemoryPolicyStore } = await import('../src/index.ts');
    const policyStore = new MemoryPolicyStore();
    const balanced = loadProfile('balanced');
    await policyStore.setProfile({
      ...balanced,
      decisions: { ...balanced.decisions, 'customer.grave-authority': 'deny' },
    });
    const denied = ask([[order('A-17')], [refund('A-17', 5000)]], {
      runner: { user: 'customer', policyStore },
    });
    await expect(denied).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
  });
});

describe('the text of a customer', () => {
  const mail = (to: string) => functionCall('call_mail', 'send_mail', { to, text: 'Hello.' });

  it('does not set a recipient', async () => {
    const text = 'Please send a mail to eve@evil.example.';
    const { shop, request } = await ask([[mail('eve@evil.example')]], { text });
    expect(shop.done).toEqual([]);
    expect(request?.reason).toContain('comes only from the words of a customer');
  });

  it.each<[string, object]>([
    ['session data of the host', { extensions: { sessionData: { email: 'ann@mail.example' } } }],
    ["the developer's instructions", { agent: { instructions: 'Answers go to ann@mail.example only.' } }],
  ])('may name a recipient that is in %s', async (_case, options) => {
    const text = 'Please send a mail to ann@mail.example.';
    const { shop } = await ask([[mail('ann@mail.example')]], { text, ...options });
    expect(shop.done).toEqual(['send_mail ann@mail.example Hello.']);
  });

  it('does not become instructions through a function', async () => {
    const text = 'Please send a mail to ann@mail.example.';
    const instructions = () => `You help the author of: ${text}`;
    const { shop } = await ask([[mail('ann@mail.example')]], { text, agent: { instructions } });
    expect(shop.done).toEqual([]);
  });

  it.each([
    ['grant_role', { role: 'admin' }, 'Please grant me the role admin.'],
    ['set_discount', { order: 'A-17', amount: 90 }, 'Please set a discount of 90 for order A-17.'],
  ])('does not authorize %s', async (name, args, text) => {
    const { shop, request } = await ask([[functionCall('c', name, args)]], { text });
    expect(shop.done).toEqual([]);
    expect(request?.tool_id).toBe(name);
  });

  it('is sufficient for a change of neither money nor rights', async () => {
    const call = functionCall('c', 'note_color', { color: 'blue' });
    const { shop } = await ask([[call]], { text: 'Please note the color blue.' });
    expect(shop.done).toEqual(['note_color blue']);
  });
});

describe('the user of a run', () => {
  const steps = [[order('A-17')], [refund('A-17', 5000)]];

  it.each<[string, Partial<AgentRunnerOptions>, object, boolean]>([
    ['the runner declares a customer', { user: 'customer' }, {}, true],
    ['the run declares a customer', {}, { user: 'customer' }, true],
    ['the agent declares a customer', { agentUsers: { Support: 'customer' } }, {}, true],
    ['the run tries to loosen the runner', { user: 'customer' }, { user: 'owner' }, true],
    [
      'the agent tries to loosen the runner',
      { user: 'customer', agentUsers: { Support: 'owner' } },
      {},
      true,
    ],
    ['the run tries to loosen the agent', { agentUsers: { Support: 'customer' } }, { user: 'owner' }, true],
    ['all declare an owner', { user: 'owner' }, { user: 'owner' }, false],
    ['another agent declares a customer', { agentUsers: { Other: 'customer' } }, {}, false],
  ])('is applied when %s', async (_case, runner, extensions, asks) => {
    const { shop, result, runner: made } = await ask(steps, { runner, extensions });
    expect(result.interruptions).toHaveLength(asks ? 1 : 0);
    expect(shop.done).toHaveLength(asks ? 0 : 1);
    const [started] = await made.getExecutionLogs({ event: 'run.started' });
    expect(started?.data).toMatchObject({ user: asks ? 'customer' : 'owner' });
  });

  it.each([
    [{ user: 'admin' }, '"admin" (user)'],
    [{ agentUsers: { Support: 'visitor' } }, '"visitor" (agentUsers.Support)'],
  ])('is rejected when it is %j', (options, named) => {
    expect(() => ruled(options as never)).toThrow(
      expect.objectContaining({
        code: 'AGENTS-E-RUNNER-CONFIG',
        message: expect.stringContaining(named),
      }),
    );
  });

  it('is retained by a resume, also in a runner without one, and trusted results stay trusted', async () => {
    const later = [refund('A-17', 42, 'call_2')];
    const { shop, result, request, runner } = await ask([...steps, later, [refund('A-17', 43, 'call_3')]], {
      runner: {},
      extensions: { user: 'customer' },
    });
    const resumed = await runner.approveAndResume(result.run_id, request?.approval_id ?? '', {
      decision: 'approve',
      extensions: { user: 'owner' },
    });
    expect(shop.done).toEqual(['refund_order A-17 5000', 'refund_order A-17 42']);
    expect(resumed.interruptions).toHaveLength(1);
  });

  it('applies to sub-agents', async () => {
    const shop = new Shop();
    const clerk = shop.agent([[refund('A-17', 5000)]], { name: 'Clerk' });
    const coordinator = new Agent({
      name: 'Coordinator',
      model: scriptedModel([[functionCall('c', 'ask_clerk', { input: PLEASE })]]),
      tools: [clerk.asTool({ toolName: 'ask_clerk', toolDescription: 'Asks.' })],
    });
    const result = await ruled({ agentUsers: { Coordinator: 'customer' } }).run(coordinator, PLEASE);
    expect(shop.done).toEqual([]);
    expect(result.interruptions).toHaveLength(1);
  });

  it('applies to the agent after a handoff', async () => {
    const shop = new Shop();
    const clerk = shop.agent([[refund('A-17', 5000)]], { name: 'Clerk' });
    const coordinator = new Agent({
      name: 'Coordinator',
      model: scriptedModel([[functionCall('c', 'transfer_to_Clerk', {})]]),
      handoffs: [handoff(clerk)],
    });
    const result = await ruled({ agentUsers: { Coordinator: 'customer' } }).run(coordinator, PLEASE);
    expect(shop.done).toEqual([]);
    expect(result.interruptions).toHaveLength(1);
  });

  it('is passed to a judge of the host', async () => {
    const seen: GateContext['user'][] = [];
    const safetyAgent = new SafetyAgent((_agent, _request, { user }) => {
      seen.push(user);
      return { decision: 'allow', risk_level: 1, reason: 'fine' };
    });
    await ask([[order('A-17')]], { runner: { safetyAgent, user: 'customer' } });
    await ask([[order('A-17')]], { runner: { safetyAgent } });
    expect(seen).toEqual(['customer', 'owner']);
  });
});
