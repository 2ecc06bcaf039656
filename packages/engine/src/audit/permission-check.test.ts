import { describe, expect, it } from 'vitest';
import { Keyring } from '../config/keyring.ts';
import { canonicalJson } from '../checks/digest.ts';
import { renderLogBody, type AuditEvent, type ExecutionLog } from '../wire/execution-log.ts';
import { verifyExecutionLog } from './verify-execution-log.ts';

const keyring = new Keyring(new Uint8Array(32).fill(5));

type Entry = readonly [
  event: AuditEvent,
  call: string,
  attempt: number,
  decision: string,
  data: Record<string, unknown>,
  time?: string | undefined,
];

/** Creates a correctly chained log of these entries. */
function chain(entries: readonly Entry[], start = { seq: 0, hash: '' }): ExecutionLog[] {
  const logs: ExecutionLog[] = [];
  for (const [event, tool_call_id, attempt, decision, data, time = '2026-01-01T00:00:00.000Z'] of entries) {
    const seq = start.seq + logs.length + 1;
    const run_id = event.startsWith('audit.') || event === 'key.rotated' ? '' : 'run';
    const record = { seq, run_id, tool_call_id, event, attempt, decision, timestamp: time };
    const previous = logs.at(-1)?.hash ?? start.hash;
    const hash = keyring.link(previous, seq, renderLogBody({ ...record, data: canonicalJson(data) }));
    logs.push({ ...record, data, hash });
  }
  return logs;
}

function verify(entries: readonly Entry[], { start = 0, marked = true } = {}) {
  const position = { seq: start, hash: start === 0 ? '' : 'the end of an archive' };
  const logs = chain(marked ? [VERSION, ...entries] : entries, position);
  return verifyExecutionLog(
    {
      logStart: async () => position,
      queryLogs: async ({ afterSeq = 0 }) => logs.filter(({ seq }) => seq > afterSeq).slice(0, 3),
    },
    keyring.chain,
  );
}

const VERSION: Entry = ['audit.version', 'version:2', 0, '', { log_version: 2 }];
const STARTED: Entry = ['run.started', '', 0, '', {}];
const FINISHED: Entry = ['run.finished', '', 0, '', {}];
const decided = (call: string, attempt: number, decision: string, digest = `digest of ${call}`): Entry => [
  'gate.decision',
  call,
  attempt,
  decision,
  { args_digest: digest },
];
const decidedAgain = (call: string, decision: string): Entry => [
  'gate.decision',
  `${call}:again1`,
  1,
  decision,
  { args_digest: `digest of ${call}`, call_key: call },
];
const start = (
  call: string,
  attempt: number,
  permission: string,
  id = '',
  more: Record<string, unknown> = {},
): Entry => [
  'tool.start',
  call,
  attempt,
  '',
  {
    args_digest: `digest of ${call}`,
    effect: 'destructive',
    permission,
    permission_id: id,
    tool: 'send_mail',
    ...more,
  },
];
const ended = (call: string, attempt: number): Entry => ['tool.result', call, attempt, 'done', {}];
const approval = (event: string, call: string, attempt: number, id: string, more = {}): Entry => [
  `approval.${event}` as AuditEvent,
  call,
  attempt,
  event,
  { approval_id: id, edited_args_digest: '', ...more },
];
const RESUMED: Entry = ['run.resumed', '', 1, '', {}];
const RECOVERED: Entry = ['run.recovered', '', 1, '', {}];
const GIVEN: Entry = [
  'grant.given',
  'a',
  0,
  'approved',
  { approval_id: 'ap', expires_at: '2026-01-01T01:00:00.000Z', grant_id: 'gr', uses: 2 },
];
const used = (call: string, attempt: number, time?: string): Entry => [
  'grant.used',
  call,
  attempt,
  'approved',
  { grant_id: 'gr' },
  time,
];

const ALLOWED = [STARTED, decided('a', 1, 'allow'), start('a', 1, 'gate'), ended('a', 1), FINISHED];
const APPROVED = [
  STARTED,
  decided('a', 1, 'needs_human'),
  approval('requested', 'a', 0, 'ap'),
  approval('approved', 'a', 0, 'ap'),
  RESUMED,
  decided('a', 2, 'needs_human'),
  approval('used', 'a', 2, 'ap'),
  start('a', 2, 'approval', 'ap'),
  ended('a', 2),
  FINISHED,
];
const read = (by: string, digest: string): Entry => [
  'approval.viewed',
  'a',
  7,
  'pending',
  { approval_id: 'ap', by, display_digest: digest },
];
const approvedBy = (by: string, digest: string) =>
  approval('approved', 'a', 0, 'ap', { by, display_digest: digest });
const DISPLAYED = APPROVED.with(2, approval('requested', 'a', 0, 'ap', { display: 'partial' })).toSpliced(
  3,
  1,
  read('mika', 'seen'),
  approvedBy('mika', 'seen'),
);
const EDITED = [
  STARTED,
  approval('requested', 'a', 0, 'ap'),
  approval('approved', 'a', 0, 'ap'),
  RESUMED,
  decided('a', 2, 'needs_human'),
  approval('used', 'a', 2, 'ap', { edited_args_digest: 'edited' }),
  decided('a:edited', 2, 'needs_human', 'edited'),
  start('a', 2, 'approval', 'ap', { edited_args_digest: 'edited' }),
  FINISHED,
];
const GRANTED = [
  STARTED,
  approval('requested', 'a', 0, 'ap'),
  GIVEN,
  approval('approved', 'a', 0, 'ap'),
  RESUMED,
  decided('b', 2, 'needs_human'),
  used('b', 2),
  start('b', 2, 'grant', 'gr'),
  decided('c', 2, 'needs_human'),
  used('c', 2),
  start('c', 2, 'grant', 'gr'),
  FINISHED,
];
const RETRIED = [
  STARTED,
  approval('requested', 'a', 0, 'ap'),
  approval('approved', 'a', 0, 'ap'),
  RESUMED,
  decided('a', 2, 'needs_human'),
  approval('used', 'a', 2, 'ap'),
  start('a', 2, 'approval', 'ap'),
  ['tool.unknown', 'a', 3, '', { tool: 'send_mail' }],
  approval('approved', 'a', 3, 'outcome'),
  RESUMED,
  decided('a', 4, 'needs_human'),
  approval('used', 'a', 4, 'outcome'),
  start('a', 4, 'outcome', 'outcome'),
  FINISHED,
] as const satisfies readonly Entry[];
const REPLAYED = [
  STARTED,
  decided('a', 1, 'allow'),
  start('a', 1, 'gate', '', { effect: 'idempotent' }),
  RECOVERED,
  decided('a', 2, 'allow'),
  start('a', 2, 'replay', '', { effect: 'idempotent' }),
  ended('a', 2),
  FINISHED,
];
const CONTINUED = [
  STARTED,
  approval('requested', 'a', 0, 'ap'),
  approval('approved', 'a', 0, 'ap'),
  RESUMED,
  decided('a', 2, 'needs_human'),
  approval('used', 'a', 2, 'ap'),
  start('a', 2, 'approval', 'ap'),
  RESUMED,
  decided('a', 3, 'needs_human'),
  start('a', 3, 'continued', 'ap'),
  FINISHED,
];

const ROTATED: readonly Entry[] = [
  ...REPLAYED.slice(0, 4),
  ['key.rotated', '', 0, '', {}],
  decided('a', 2, 'allow', 'digest under the new key'),
  start('a', 2, 'replay', '', { args_digest: 'digest under the new key', effect: 'idempotent' }),
  FINISHED,
];

const HISTORIES: readonly (readonly [string, readonly Entry[]])[] = [
  ['the gate allowed', ALLOWED],
  ['a person approved', APPROVED],
  ['a person edited', EDITED],
  ['a person approved after reading its complete values', DISPLAYED],
  ['a grant covers', GRANTED],
  ['a person permitted to run again after a crash', RETRIED],
  ['may be repeated after a crash', REPLAYED],
  ['continues a sub-agent', CONTINUED],
  ['may be repeated under a new secret', ROTATED],
];

/** Events whose absence does not affect a permission. */
const NOT_PERMISSIONS: ReadonlySet<AuditEvent> = new Set([
  'tool.result',
  'run.finished',
  'run.resumed',
  'run.recovered',
  'key.rotated',
]);

describe('the permission check of the audit log', () => {
  it.each(HISTORIES)('finds the permission of a call that %s', async (_case, story) => {
    const found = await verify(story);
    expect(found).toMatchObject({ ok: true, permissions: { from: 1, unchecked: 0, faults: 0 } });
    expect(found.permissions.checked).toBe(story.filter(([event]) => event === 'tool.start').length);
  });

  it('finds the permission of a call that the gate allowed while it waited for a person', async () => {
    const story = ALLOWED.with(1, decided('a', 1, 'needs_human')).toSpliced(2, 0, decidedAgain('a', 'allow'));
    expect(await verify(story)).toMatchObject({ ok: true, permissions: { checked: 1, faults: 0 } });
  });

  const mutations = HISTORIES.flatMap(([name, story]) =>
    story.flatMap(([event], index) => {
      // Without the last start, nothing was executed without a permission.
      const isLastStart =
        event === 'tool.start' && !story.slice(index + 1).some(([later]) => later === 'tool.start');
      // The first decision about a call that needed an approval permits nothing.
      const isAnswered =
        event === 'gate.decision' &&
        story[index]?.[3] === 'needs_human' &&
        story[index + 1]?.[0] === 'approval.requested';
      // A missing revocation or outcome permits nothing that follows.
      const isNoPermission =
        event === 'tool.start' &&
        (name === 'a grant covers' || name === 'a person permitted to run again after a crash');
      // A grant is a separate permission, regardless of the call that it was created with.
      const isBesideGrant = name === 'a grant covers' && event === 'approval.approved';
      if (NOT_PERMISSIONS.has(event) || isLastStart || isAnswered || isNoPermission || isBesideGrant)
        return [];
      return [[name, event, index, story] as const];
    }),
  );

  it.each(mutations)(
    'reports a call that %s when %s is missing (%i)',
    async (_name, _event, index, story) => {
      const found = await verify(story.toSpliced(index, 1));
      expect(found.ok).toBe(false);
      expect(found.permissions.findings[0]?.why).toMatch(/^Record \d+ /);
      expect(found.first_bad?.seq).toBe(found.permissions.findings[0]?.seq);
    },
  );

  it('covers every event that creates a permission', () => {
    expect([...new Set(mutations.map(([, event]) => event))].toSorted()).toEqual([
      'approval.approved',
      'approval.requested',
      'approval.used',
      'approval.viewed',
      'gate.decision',
      'grant.given',
      'grant.used',
      'run.started',
      'tool.start',
      'tool.unknown',
    ]);
  });

  const insert = (story: readonly Entry[], index: number, ...entries: Entry[]) =>
    story.toSpliced(index, 0, ...entries);

  it.each<readonly [string, string, readonly Entry[]]>([
    ['a start that names no permission', 'start-without-permission', ALLOWED.with(2, start('a', 1, ''))],
    [
      'a start with other arguments',
      'start-without-decision',
      ALLOWED.with(1, decided('a', 1, 'allow', 'other')),
    ],
    [
      'a start by another process than the one that decided',
      'start-without-decision',
      ALLOWED.with(1, decided('a', 0, 'allow')),
    ],
    [
      'a start after a denial by the gate',
      'start-without-decision',
      ALLOWED.with(1, decided('a', 1, 'deny')),
    ],
    [
      'a start after a later denial by the gate',
      'start-without-decision',
      ALLOWED.toSpliced(2, 0, decidedAgain('a', 'deny')),
    ],
    [
      'a start after the gate required an approval later',
      'start-not-allowed',
      ALLOWED.toSpliced(2, 0, decidedAgain('a', 'needs_human')),
    ],
    [
      'a start of a call for which the gate required an approval',
      'start-not-allowed',
      ALLOWED.with(1, decided('a', 1, 'needs_human')),
    ],
    ['a second start for one decision', 'start-without-decision', insert(ALLOWED, 3, start('a', 1, 'gate'))],
    ['a start after the end of its run', 'start-after-end', [...ALLOWED, start('b', 1, 'gate')]],
    [
      'an approval that is used twice',
      'approval-used-twice',
      insert(APPROVED, 8, approval('used', 'a', 3, 'ap')),
    ],
    [
      'an approval that is started twice',
      'start-without-permission',
      insert(APPROVED, 8, decided('a', 2, 'needs_human'), start('a', 2, 'approval', 'ap')),
    ],
    [
      'an approval for another call',
      'start-without-permission',
      APPROVED.with(5, decided('b', 2, 'needs_human')).with(7, start('b', 2, 'approval', 'ap')),
    ],
    [
      'an approval after a reading by another person',
      'approval-not-displayed',
      DISPLAYED.with(4, approvedBy('ken', 'seen')),
    ],
    [
      'an approval with another proof of reading',
      'approval-not-displayed',
      DISPLAYED.with(4, approvedBy('mika', 'made up')),
    ],
    [
      'an approval of a call that cannot be displayed',
      'approval-not-displayed',
      DISPLAYED.with(2, approval('requested', 'a', 0, 'ap', { display: 'blocked' })),
    ],
    ['an approval that was denied', 'approval-not-given', APPROVED.with(3, approval('denied', 'a', 0, 'ap'))],
    ['an approval that expired', 'approval-not-given', APPROVED.with(3, approval('expired', 'a', 0, 'ap'))],
    [
      'an approval that was cancelled',
      'approval-not-given',
      APPROVED.with(3, approval('cancelled', 'a', 0, 'ap')),
    ],
    [
      'an approval after a denial',
      'approval-decided-twice',
      insert(APPROVED, 3, approval('denied', 'a', 0, 'ap')),
    ],
    [
      'edited arguments that were not approved',
      'start-without-permission',
      EDITED.with(5, approval('used', 'a', 2, 'ap', { edited_args_digest: 'other' })),
    ],
    [
      'a grant that is used more often than given',
      'grant-used-too-often',
      insert(GRANTED, 11, decided('d', 2, 'needs_human'), used('d', 2), start('d', 2, 'grant', 'gr')),
    ],
    [
      'a grant that was revoked',
      'grant-over',
      insert(GRANTED, 4, ['grant.revoked', 'gr', 0, 'revoked', { grant_id: 'gr' }]),
    ],
    [
      'a grant that was recorded as expired',
      'grant-over',
      insert(GRANTED, 4, ['grant.expired', 'gr', 0, 'expired', { grant_id: 'gr' }]),
    ],
    ['a grant that had expired', 'grant-over', GRANTED.with(6, used('b', 2, '2026-01-01T02:00:00.000Z'))],
    [
      'a start that names another grant than the one that was used',
      'start-without-permission',
      GRANTED.with(7, start('b', 2, 'grant', 'another')),
    ],
    [
      'one use of a grant for two starts',
      'start-without-permission',
      insert(GRANTED, 8, decided('b', 2, 'needs_human'), start('b', 2, 'grant', 'gr')),
    ],
    [
      'the repetition of a call with an effect',
      'replay-without-start',
      REPLAYED.with(2, start('a', 1, 'gate')),
    ],
    ['the repetition of a call that had ended', 'replay-without-start', insert(REPLAYED, 3, ended('a', 1))],
  ])('finds %s', async (_case, fault, story) => {
    const { ok, permissions } = await verify(story);
    expect([ok, permissions.findings[0]?.fault]).toEqual([false, fault]);
  });

  it('does not apply the rule to records of a version that did not record permissions', async () => {
    const old: Entry[] = [
      STARTED,
      ['gate.decision', 'a', 0, 'allow', {}],
      ['tool.start', 'a', 1, '', {}],
      FINISHED,
    ];
    expect(await verify(old, { marked: false })).toMatchObject({
      ok: true,
      permissions: { from: undefined, checked: 0, unchecked: 1 },
    });
    const upgraded = await verify([...old, VERSION, ...ALLOWED], { marked: false });
    expect(upgraded).toMatchObject({ ok: true, permissions: { from: 5, checked: 1, unchecked: 1 } });
    const careless = await verify([...old, VERSION, ...ALLOWED.toSpliced(1, 1)], { marked: false });
    expect(careless).toMatchObject({ ok: false, first_bad: { seq: 7 } });
  });

  it('reads the version from a checkpoint when the log begins in the middle', async () => {
    const checkpoint: Entry = ['audit.version', 'again', 0, '', { log_version: 2 }];
    const rest = APPROVED.slice(4);
    expect(await verify(rest, { start: 40 })).toMatchObject({ ok: true, permissions: { unchecked: 1 } });
    expect(await verify([checkpoint, ...ALLOWED], { start: 40, marked: false })).toMatchObject({
      ok: true,
      permissions: { from: 41, checked: 1 },
    });
    // A missing permission of a run that began in this log is a finding.
    expect(await verify(ALLOWED.toSpliced(1, 1), { start: 40 })).toMatchObject({ ok: false });
    // A contradiction within the records of this log is a finding.
    const denied = [approval('denied', 'a', 0, 'ap'), ...rest];
    expect(await verify(denied, { start: 40 })).toMatchObject({ ok: false });
  });

  it('does not report a read whose decision was dropped in a declared gap', async () => {
    const gap: Entry = ['audit.gap', '', 0, '', { late_records: 0, dropped_records: 3 }];
    const story = (effect: string) => [STARTED, gap, start('a', 1, 'gate', '', { effect }), FINISHED];
    expect(await verify(story('read'))).toMatchObject({ ok: true, permissions: { unchecked: 1 } });
    expect(await verify(story('destructive'))).toMatchObject({ ok: false });
  });

  it('lists at most 100 faults and counts all of them', async () => {
    const starts = Array.from({ length: 150 }, (_, index) => start(`c${index}`, 1, 'gate'));
    const { permissions } = await verify([STARTED, ...starts]);
    expect(permissions.faults).toBe(150);
    expect(permissions.findings).toHaveLength(100);
  });
});
