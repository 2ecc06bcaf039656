import { describe, expect, it } from 'vitest';
import { draftOfRun } from './draft-of-run.ts';

const span = {
  id: 'gate:call_1:0',
  parent_id: null,
  kind: 'gate' as const,
  name: 'send_mail',
  status: 'asked' as const,
  started_at: '2026-11-15T00:00:00.000Z',
  ended_at: null,
  segment: 0,
  attempt: 0,
  tool_id: 'send_mail',
  approval_id: null,
  call_key: 'call_1',
  tokens: null,
  cost_usd: null,
  model: null,
  detail: { effect: 'send', sources: [{ path: 'to', role: 'recipient' }] },
  seqs: [],
};
const call = {
  kind: 'call' as const,
  call_key: 'call_1',
  tool_id: 'send_mail',
  agent_name: 'clerk',
  state: 'done' as const,
  input: '{"to":"ann@corp.example","copies":2,"body":"12"}',
  input_masked: false,
  output: 'sent',
  output_length: 4,
  started_at: '2026-11-15T00:00:00.000Z',
  ended_at: null,
};
const run = { user_intent: 'Write to Ann.', profile: 'strict', spans: [span] };

describe('draftOfRun', () => {
  it('copies the task, the calls with results, and the tools as the gate saw them', () => {
    expect(draftOfRun(run, { task: null, entries: [call] })).toEqual({
      task: 'Write to Ann.',
      profile: 'strict',
      tools: [
        {
          name: 'send_mail',
          effect: 'send',
          trusted: false,
          arguments: [
            { name: 'to', role: 'recipient' },
            { name: 'copies', role: 'content' },
            { name: 'body', role: 'content' },
          ],
        },
      ],
      calls: [
        {
          tool: 'send_mail',
          arguments: { to: 'ann@corp.example', copies: '2', body: '"12"' },
          result: 'sent',
          injected: '',
          if_asked: 'approve',
        },
      ],
    });
  });

  it('does not let a call run that did not run, and leaves out what is not a call', () => {
    const entries = [
      { kind: 'user' as const, source: 'ada', text: 'Write to Ann.', length: 13 },
      { ...call, state: 'waiting' as const, output: null },
    ];
    const draft = draftOfRun(run, { task: 'Stored task.', entries });
    expect(draft.task).toBe('Stored task.');
    expect(draft.calls).toMatchObject([{ if_asked: 'deny', result: '' }]);
  });

  it('infers the effect of a tool that the gate has not recorded', () => {
    const draft = draftOfRun({ ...run, spans: [] }, { task: null, entries: [call] });
    expect(draft.tools).toMatchObject([{ effect: null, arguments: [{ role: null }, {}, {}] }]);
  });
});
