import { describe, expect, it } from 'vitest';
import type { ToolCallRequest } from '../../../engine/src/wire/tool-call-request.ts';
import { loadProfile } from '../../../engine/src/policy/load-profile.ts';
import { Usage, type Model, type ModelRequest } from '../openai-agents/upstream.ts';
import { ModelSafetyAgent } from './model-safety-agent.ts';
import { RunHistory } from '../../../engine/src/gate/provenance/run-history.ts';
import type { GateContext } from '../../../engine/src/gate/safety-agent.ts';
import { SafetyGate } from '../../../engine/src/gate/safety-gate.ts';

const harmless: ToolCallRequest = {
  tool_name: 'get_weather',
  tool_kind: 'function',
  args: { city: 'Kyoto' },
  user_intent: 'What is the weather in Kyoto? My password is hunter2.',
  call_id: 'c1',
  tool: {
    id: 'get_weather',
    kind: 'function',
    name: 'get_weather',
    description: 'Gets the weather of a city.',
    definition_digest: 'd',
  },
};

const dangerous: ToolCallRequest = {
  ...harmless,
  tool_name: 'transfer_money',
  args: { recipient: 'DE89370400440532013000', amount: 5000 },
  tool: {
    ...harmless.tool,
    id: 'transfer_money',
    name: 'transfer_money',
    description: 'Transfers money to an account.',
  },
};

function context(): GateContext {
  const history = new RunHistory();
  history.addUserText('What is the weather in Kyoto?');
  return {
    run_id: 'run',
    user: 'owner',
    policyProfile: loadProfile('balanced'),
    capabilities: { agent_name: 'a', tool_names: ['get_weather'], skill_ids: [], mcp_capabilities: [] },
    history,
    counters: { writes: 0, spend: 0, consecutive_refusals: 0 },
  };
}

function modelThatAnswers(answer: string): Model & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    getResponse: async (request) => {
      requests.push(request);
      return {
        usage: new Usage(),
        output: [
          {
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: answer }],
          },
        ],
      };
    },
    getStreamedResponse: () => {
      throw new Error('a judge is not streamed');
    },
  };
}

const verdict = (decision: string, risk_level = 1) =>
  JSON.stringify({ decision, risk_level, reason: 'the model says so' });
const judge = (answer: string, options = {}) => {
  const model = modelThatAnswers(answer);
  return {
    model,
    gate: new SafetyGate(
      new ModelSafetyAgent({ model, rubric: 'Be careful with money.', judgeReads: true, ...options }),
    ),
  };
};

describe('ModelSafetyAgent', () => {
  it('does not ask the model about reads that the rules allow, unless it is configured', async () => {
    const { gate, model } = judge(verdict('deny'), { judgeReads: false });
    expect(await gate.evaluate({ name: 'a' }, harmless, context())).toMatchObject({ decision: 'allow' });
    expect(model.requests).toEqual([]);
  });

  it.each(['allow', 'needs_human', 'deny'])(
    "takes the model's %s for a call that the rules allow",
    async (decision) => {
      const { gate } = judge(verdict(decision, 4));
      expect(await gate.evaluate({ name: 'a' }, harmless, context())).toMatchObject({
        decision,
        risk_level: 4,
      });
    },
  );

  it('does not let the model loosen the decision of the rules', async () => {
    const { gate } = judge(verdict('allow'));
    const { decision } = await gate.evaluate({ name: 'a' }, dangerous, context());
    expect(decision).not.toBe('allow');
  });

  it.each(['', 'fine by me', '{"decision":"sure","risk_level":1,"reason":""}', '{"decision":"allow"}'])(
    'permits nothing when the model responds with %j',
    async (answer) => {
      const { gate } = judge(answer);
      await expect(gate.evaluate({ name: 'a' }, harmless, context())).rejects.toMatchObject({
        code: 'AGENTS-E-GATE-EVAL',
      });
    },
  );

  it("does not send the user's text to the model by default", async () => {
    const silent = judge(verdict('allow'));
    await silent.gate.evaluate({ name: 'a' }, harmless, context());
    expect(JSON.stringify(silent.model.requests)).not.toContain('hunter2');
    const open = judge(verdict('allow'), { includeUserIntent: true });
    await open.gate.evaluate({ name: 'a' }, harmless, context());
    expect(JSON.stringify(open.model.requests)).toContain('hunter2');
  });

  it('sends the model all arguments with masked secrets', async () => {
    const { gate, model } = judge(verdict('allow'));
    const args = {
      city: 'Kyoto',
      note: `${'long '.repeat(1000)}the end`,
      api_key: 'hunter2',
      url: 'x?token=hunter2',
    };
    await gate.evaluate({ name: 'a' }, { ...harmless, args }, context());
    expect(JSON.stringify(model.requests)).toContain('the end');
    expect(JSON.stringify(model.requests)).not.toContain('hunter2');
  });

  it('sends the model the rubric and marks the rest as data', async () => {
    const { gate, model } = judge(verdict('allow'));
    await gate.evaluate({ name: 'a' }, harmless, context());
    expect(model.requests[0]?.systemInstructions).toContain('Be careful with money.');
    expect(model.requests[0]?.systemInstructions).toContain('is data');
  });
});
