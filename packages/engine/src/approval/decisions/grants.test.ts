import { describe, expect, it } from 'vitest';
import { Keyring } from '../../config/keyring.ts';
import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { grantFor, mayBeGranted, type GrantRequest } from './grants.ts';

const NOW = Date.parse('2026-11-01T00:00:00Z');
const keyring = new Keyring(new Uint8Array(32).fill(7));

const asked = (changes: Partial<HumanApprovalRequest> = {}): HumanApprovalRequest => ({
  approval_id: 'ap_1',
  run_id: 'run_1',
  required_action: 'function:send_mail',
  prompt: '',
  prompt_ja: '',
  status: 'pending',
  kind: 'call',
  tool_call_id: 'call_1',
  call_key: 'key_1',
  tool_id: 'send_mail',
  tool_kind: 'function',
  definition_digest: 'digest',
  agent_name: 'clerk',
  turn: '0',
  risk_level: 4,
  effect: 'send',
  reason: '',
  args_masked: '{}',
  action_digest: 'action',
  destination: 'ann@corp.example',
  grant_offer: { covered_digest: 'covered', covers: 'The same values.', covers_ja: '同じ値。' },
  created_at: '',
  expires_at: '',
  ...changes,
});

const invalid = expect.objectContaining({ code: 'AGENTS-E-APPROVAL-INVALID' });

describe('grantFor', () => {
  it('covers the policy of the tool when only the tool requested the approval', () => {
    const request = { scope: 'host_policy' } as const;
    const byHost = asked({ asked_by: 'host', grant_offer: undefined });
    const other = asked({ asked_by: 'host', tool_id: 'delete_file' });
    const grant = grantFor(byHost, request, { now: NOW, keyring });
    expect(grant).toMatchObject({ scope: 'host_policy', destination: null, tool_id: 'send_mail' });
    expect(grant.covered_digest).not.toBe(grantFor(other, request, { now: NOW, keyring }).covered_digest);
    expect(() => grantFor(asked(), request, { now: NOW, keyring })).toThrow(invalid);
    expect(() => grantFor({ ...byHost, effect: 'spend' }, request, { now: NOW, keyring })).toThrow(invalid);
  });

  it('binds a grant to the run, the tool definition, the displayed values and the destination', () => {
    expect(
      grantFor(asked(), { scope: 'tool_and_destination', ttlSec: 60, maxUses: 3 }, { now: NOW, keyring }),
    ).toEqual({
      grant_id: expect.stringMatching(/^gr_[\w-]{36}$/),
      run_id: 'run_1',
      tool_id: 'send_mail',
      definition_digest: 'digest',
      covered_digest: 'covered',
      covers: 'The same values.',
      covers_ja: '同じ値。',
      destination: 'ann@corp.example',
      scope: 'tool_and_destination',
      granted_by: 'ap_1',
      expires_at: '2026-11-01T00:01:00.000Z',
      uses_left: 3,
    });
  });

  it('lasts one hour and 20 uses by default, and has no destination in the scope run', () => {
    expect(grantFor(asked(), { scope: 'run' }, { now: NOW, keyring })).toMatchObject({
      destination: null,
      expires_at: '2026-11-01T01:00:00.000Z',
      uses_left: 20,
    });
  });

  it('gives each grant its own id', () => {
    const make = () => grantFor(asked(), { scope: 'run' }, { now: NOW, keyring }).grant_id;
    expect(make()).not.toBe(make());
  });

  it.each<[string, Partial<HumanApprovalRequest>, GrantRequest]>([
    ['for the highest risk', { risk_level: 5 }, { scope: 'run' }],
    ['for a payment', { effect: 'spend', risk_level: 2 }, { scope: 'run' }],
    ['for a command', { effect: 'execute', risk_level: 2 }, { scope: 'tool_and_destination' }],
    ['for a change of rights', { effect: 'admin', risk_level: 2 }, { scope: 'tool_and_destination' }],
    ['for a call that offers none', { grant_offer: undefined }, { scope: 'run' }],
    ['for a destination that is missing', { destination: undefined }, { scope: 'tool_and_destination' }],
    ['with a duration of zero', {}, { scope: 'run', ttlSec: 0 }],
    ['with a duration of half a second', {}, { scope: 'run', ttlSec: 0.5 }],
    ['with a duration longer than 30 days', {}, { scope: 'run', ttlSec: 30 * 86_400 + 1 }],
    ['without uses', {}, { scope: 'run', maxUses: 0 }],
    ['with more uses than the maximum', {}, { scope: 'run', maxUses: 10_001 }],
    ['with uses that are not a number', {}, { scope: 'run', maxUses: Number.NaN }],
  ])('creates no grant %s', (_case, changes, request) => {
    expect(() => grantFor(asked(changes), request, { now: NOW, keyring })).toThrow(invalid);
  });

  it.each(['tool', '', undefined, null, 1])('creates no grant for the scope %j', (scope) => {
    const request = { scope } as unknown as GrantRequest;
    expect(() => grantFor(asked(), request, { now: NOW, keyring })).toThrow(invalid);
  });
});

describe('mayBeGranted', () => {
  it.each([
    ['read', 4, true],
    ['write', 4, true],
    ['send', 4, true],
    ['delete', 4, true],
    ['', 4, true],
    ['send', 5, false],
    ['spend', 1, false],
    ['execute', 1, false],
    ['admin', 1, false],
  ] as const)('returns for the effect "%s" with risk %d: %j', (effect, risk_level, expected) => {
    expect(mayBeGranted(asked({ effect, risk_level }))).toBe(expected);
  });
});
