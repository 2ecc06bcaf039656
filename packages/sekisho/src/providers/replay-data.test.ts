import { describe, expect, it } from 'vitest';
import type { AgentInputItem } from '../openai-agents/upstream.ts';
import { dropForeignReplayData, ReplayData } from './replay-data.ts';

const CALL = { type: 'function_call', callId: 'a', name: 'f', arguments: '{}' } as const;

describe('dropForeignReplayData', () => {
  const signed: AgentInputItem = {
    ...CALL,
    providerData: { sekisho_provider: 'gemini', extra_content: { x: 1 } },
  };

  it('retains the data of the same provider', () => {
    expect(dropForeignReplayData([signed], 'gemini')).toEqual([signed]);
  });

  it.each(['openai', 'openrouter'] as const)('removes the data before a request to %s', (provider) => {
    expect(dropForeignReplayData([signed], provider)).toEqual([CALL]);
  });

  it('does not change data that a caller attached', () => {
    const own: AgentInputItem = { ...CALL, providerData: { mine: true } };
    expect(dropForeignReplayData([own], 'openai')).toEqual([own]);
    expect(dropForeignReplayData('text', 'openai')).toBe('text');
  });
});

describe('ReplayData', () => {
  it('attaches nothing when there is no data', () => {
    const item = { ...CALL, providerData: { type: 'function', function: { name: 'f' } } };
    new ReplayData('ollama').attachTo([item]);
    expect(item).toEqual(CALL);
  });

  it('attaches the reasoning of a turn to its first item only', () => {
    const items = [{ ...CALL }, { ...CALL, callId: 'b' }];
    const replay = new ReplayData('openrouter');
    replay.accept({
      choices: [{ delta: { reasoning_details: [{ type: 'reasoning.encrypted', data: '1' }] } }],
    });
    replay.accept({
      choices: [{ delta: { reasoning_details: [{ type: 'reasoning.encrypted', data: '2' }] } }],
    });
    replay.attachTo(items);
    expect(items).toEqual([
      {
        ...CALL,
        providerData: {
          sekisho_provider: 'openrouter',
          reasoning_details: [
            { type: 'reasoning.encrypted', data: '1' },
            { type: 'reasoning.encrypted', data: '2' },
          ],
        },
      },
      { ...CALL, callId: 'b' },
    ]);
  });
});
