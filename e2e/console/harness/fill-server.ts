import { formatPlainDate, todayInJapan } from '../../../app/server/src/processes/schedule/plain-date.ts';
import { runOtherProgram } from './run-other-program.ts';
import { serverClient } from './server-client.ts';
import type { TestServer } from './start-server.ts';

/** The ids of the data, for addresses. */
export interface FilledServer {
  readonly approval: string;
  readonly decided: string;
  readonly run: string;
  /** A run of the same kind of agent with another result. */
  readonly other: string;
  readonly session: string;
  readonly message: string;
  readonly case: string;
}

interface StoredCase {
  readonly id: string;
  readonly version: number;
  readonly steps: readonly { readonly id: string }[];
}

/** Fills a server with data for every screen: requests, decisions, runs of two programs, a conversation and cases. */
export async function fillServer(server: TestServer, language: 'ja' | 'en' = 'ja'): Promise<FilledServer> {
  const api = serverClient(server);
  const [decided] = await api.ask('files-poisoned', 1, language);
  await decide(decided?.approval_id ?? '', 'deny');
  const [mail] = await api.ask('mail-poisoned', 2, language);
  await runOtherProgram(server, [
    { name: 'pay', arguments: { account: 'XX-6666-0000', memo: 'Invoice 4712' } },
  ]);
  await api.ask('files-tidy', 3, language);
  const [request] = await api.ask('payments-poisoned', 1, language);
  await decide(mail?.approval_id ?? '', 'deny');
  await api.put('/api/holidays', {
    version: 0,
    items: [{ first: '2026-12-29', last: '2027-01-04', name: '年末年始休業' }],
  });
  const { id: session } = await api.post<{ id: string }>('/ai-agent/sessions', {});
  for (const message of [
    'エンジニアの中途採用を計画したいです。',
    '業種はIT、期限は2027-03-31です',
    'ありがとう',
  ])
    await api.post(`/ai-agent/sessions/${session}/messages`, { message });
  const { items: messages } = await api.get<{ items: { id: string }[] }>(
    `/ai-agent/sessions/${session}/messages`,
  );
  return {
    approval: request?.approval_id ?? '',
    decided: decided?.approval_id ?? '',
    run: request?.run_id ?? '',
    other: decided?.run_id ?? '',
    session,
    message: messages[0]?.id ?? '',
    case: await addCases(),
  };

  async function decide(approvalId: string, decision: 'deny'): Promise<void> {
    const { action_digest } = await api.get<{ action_digest: string }>(`/api/approvals/${approvalId}`);
    const comment =
      language === 'ja' ? '攻撃: 依頼にない操作です。' : 'Attack: the task does not contain this.';
    await api.post(`/api/approvals/${approvalId}/decision`, { decision, action_digest, comment });
  }

  /** Creates a template with a late, a running and a new case. Returns the late one. */
  async function addCases(): Promise<string> {
    const { id } = await api.post<{ id: string }>('/process-templates', { name: '中途採用', stepTemplates });
    const start = async (name: string, days: number, assignees: readonly string[], done: number) => {
      const goalDate = formatPlainDate(todayInJapan(Date.now()) + days);
      const begun = await api.post<StoredCase>(`/process-templates/${id}/cases`, { goalDate, name });
      let { version } = begun;
      for (const [index, step] of begun.steps.entries()) {
        const change = {
          version,
          assignee: assignees[index] ?? null,
          status: index < done ? 'done' : 'todo',
        };
        ({ version } = await api.patch<StoredCase>(`/cases/${begun.id}/steps/${step.id}`, change));
      }
      return begun.id;
    };
    await start('営業職の採用（大阪）', 90, [], 0);
    await start('エンジニアの採用（東京）', 45, ['mika', 'mika', 'ken'], 2);
    return start('経理担当の採用', 12, ['mika', 'ken', '佐藤 花子', 'ken'], 1);
  }
}

const stepTemplates = [
  {
    seq: 1,
    name: '採用要件の定義',
    basis: 'goal',
    offsetDays: -30,
    requiredArtifacts: [{ kind: 'job_requirements', description: '採用要件書' }],
  },
  {
    seq: 2,
    name: '求人の公開',
    basis: 'prev',
    offsetDays: 3,
    dependsOn: [1],
    requiredArtifacts: [{ kind: 'job_post' }],
  },
  { seq: 3, name: '面接', basis: 'prev', offsetDays: 12, dependsOn: [2] },
  { seq: 4, name: '内定通知', basis: 'goal', offsetDays: -5, dependsOn: [3] },
];
