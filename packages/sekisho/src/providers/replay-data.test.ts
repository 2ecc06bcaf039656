import { describe, expect, it } from 'vitest';
import type { AgentInputItem } from '../sdk/upstream.ts';
import { dropForeignReplayData, ReplayData } from './replay-data.ts';

const CALL = { type: 'function_call', callId: 'a', name: 'f', arguments: '{}' } as const;

describe('dropForeignReplayData', () => {
  const signed: AgentInputItem = {
    ...CALL,
    providerData: { sekisho_provider: 'gemini', extra_content: { x: 1 } },
  };

  it('keeps what the same provider said', () => {
    expect(dropForeignReplayData([signed], 'gemini')).toEqual([signed]);
  });

  it.each(['openai', 'openrouter'] as const)('takes it away before %s sees it', (provider) => {
    expect(dropForeignReplayData([signed], provider)).toEqual([CALL]);
  });

  it('leaves alone what a caller attached', () => {
    const own: AgentInputItem = { ...CALL, providerData: { mine: true } };
    expect(dropForeignReplayData([own], 'openai')).toEqual([own]);
    expect(dropForeignReplayData('text', 'openai')).toBe('text');
  });
});

describe('ReplayData', () => {
  it('attaches nothing where there is nothing', () => {
    const item = { ...CALL, providerData: { type: 'function', function: { name: 'f' } } };
    new ReplayData('ollama').attachTo([item]);
    expect(item).toEqual(CALL);
  });

  it('puts the reasoning of a turn on its first item only', () => {
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
