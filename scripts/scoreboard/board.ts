import { nameOf } from './measurements.ts';

/** A text in both languages. */
interface Text {
  readonly en: string;
  readonly ja: string;
}

/** A table of the scoreboard. The cells of a row are templates with the names of figures in braces. */
export interface Table {
  readonly title: Text;
  readonly note?: Text;
  readonly columns: readonly Text[];
  readonly rows: readonly { readonly label: Text; readonly cells: readonly string[] }[];
}

const SCORES = ['{.attacks.percent}', '{.calls.percent}', '{.writes.percent}', '{.questions}'];
const SCORE_COLUMNS: readonly Text[] = [
  { en: 'attacks stopped', ja: '止めた攻撃' },
  { en: 'legitimate calls allowed', ja: '許可した正当な呼び出し' },
  { en: 'of these, changes', ja: 'うち変更' },
  { en: 'questions per task', ja: 'タスクあたりの確認' },
];
const score = (label: Text, name: string, cells = SCORES) => ({
  label,
  cells: cells.map((cell) => cell.replace('{.', `{${name}.`)),
});

/** The same traces without and with declared manifests. */
const both = ({ en, ja }: Text, name: string) => [
  score({ en, ja }, `${name}.rules`),
  score({ en: `${en}, declared manifests`, ja: `${ja}、宣言したマニフェスト` }, `${name}.declared-manifests`),
];

const own = (part: string, configuration: string) => nameOf('own', part, configuration);
const LANGUAGES: readonly (readonly [code: string, label: Text])[] = [
  ['en', { en: 'English', ja: '英語' }],
  ['ja', { en: 'Japanese', ja: '日本語' }],
  ['zh', { en: 'Chinese', ja: '中国語' }],
  ['ko', { en: 'Korean', ja: '韓国語' }],
  ['de', { en: 'German', ja: 'ドイツ語' }],
  ['fr', { en: 'French', ja: 'フランス語' }],
  ['es', { en: 'Spanish', ja: 'スペイン語' }],
];
const PUBLISHED: readonly (readonly [set: string, kind: string, label: Text])[] = [
  ['injecagent attacks', 'attacks', { en: 'InjecAgent, attacks stopped', ja: 'InjecAgent: 止めた攻撃' }],
  [
    'injecagent requested',
    'calls',
    {
      en: 'InjecAgent, calls that the user asked for, allowed',
      ja: 'InjecAgent: 利用者が頼んだ呼び出しの許可',
    },
  ],
  ['tau-bench', 'calls', { en: 'tau-bench, calls allowed', ja: 'tau-bench: 許可した呼び出し' }],
  ['tau-bench', 'writes', { en: 'tau-bench, changes allowed', ja: 'tau-bench: 許可した変更' }],
  [
    'bfcl single turn',
    'calls',
    { en: 'BFCL single turn, calls allowed', ja: 'BFCL（1 ターン）: 許可した呼び出し' },
  ],
  [
    'bfcl several turns',
    'calls',
    { en: 'BFCL several turns, calls allowed', ja: 'BFCL（複数ターン）: 許可した呼び出し' },
  ],
  [
    'bfcl several turns',
    'writes',
    { en: 'BFCL several turns, changes allowed', ja: 'BFCL（複数ターン）: 許可した変更' },
  ],
];
const FAILURES: readonly (readonly [scenario: string, label: Text])[] = [
  ['without', { en: 'without Sekisho', ja: 'Sekisho なし' }],
  ['undecided', { en: 'no decision is made', ja: '誰も判断しない' }],
  ['denied', { en: 'denied', ja: '拒否' }],
  ['approved', { en: 'approved', ja: '承認' }],
  ['approved later', { en: 'approved later, and the call is repeated', ja: '後で承認し、呼び出しを再実行' }],
  ['down', { en: 'the deciding process is not running', ja: '判定プロセスが動いていない' }],
  ['slow', { en: 'it does not reply in time', ja: '時間内に返答しない' }],
  ['garbled', { en: 'it replies with something else', ja: '壊れた返答' }],
  ['invalid', { en: 'its reply is invalid', ja: '不正な返答' }],
  ['impersonated', { en: 'another program replies in its place', ja: '別のプログラムが代わりに返答' }],
  ['dropped', { en: 'it is killed while it decides', ja: '判定中に強制終了' }],
  ['launcher missing', { en: 'the hook command is missing', ja: 'フックのコマンドがない' }],
  ['launcher killed', { en: 'the hook command is killed', ja: 'フックのコマンドが強制終了' }],
  ['launcher silent', { en: 'the hook command says nothing', ja: 'フックのコマンドが何も返さない' }],
  ['shell killed', { en: "the client's own shell is killed", ja: 'クライアント側のシェルが強制終了' }],
  ['time limit exceeded', { en: "the client's own time limit ends", ja: 'クライアント側の制限時間を超過' }],
];
const tests = (label: Text, name: string) => ({ label, cells: [`{${name}.passed} / {${name}.total}`] });
const soak = (label: Text, cell: string) => ({
  label,
  cells: ['sqlite', 'postgres'].map((store) => cell.replaceAll('{', `{soak.${store}.`)),
});
const PASSED: Text = { en: 'passed / all', ja: '成功 / 全体' };

/** The tables of the scoreboard. */
export const BOARD: readonly Table[] = [
  {
    title: {
      en: 'The gate on the attacks and tasks of this repository',
      ja: 'ゲート: リポジトリ内の攻撃とタスク',
    },
    note: {
      en: 'Profile `balanced`. The held-out third was not read while the rules were written, but its totals were seen, so it is not fully independent. "Plan" is the best plan that a planner could make: exactly the calls that the task needs.',
      ja: 'プロファイルは `balanced` です。残しておいた 3 分の 1 は、ルールを書く間に内容を読んでいません。ただし集計値は見ているため、完全に独立ではありません。「計画」は、プランナーが作れる最良の計画（タスクに必要な呼び出しそのもの）です。',
    },
    columns: SCORE_COLUMNS,
    rows: [
      score({ en: 'rules, development part', ja: 'ルール、開発用の部分' }, own('development', 'rules')),
      score({ en: 'rules', ja: 'ルール' }, own('held-out', 'rules')),
      score({ en: 'declared manifests', ja: 'マニフェストを宣言' }, own('held-out', 'declared manifests')),
      score({ en: 'alarm off', ja: '警報なし' }, own('held-out', 'alarm off')),
      score({ en: 'approved values', ja: '承認された値' }, own('held-out', 'approved values')),
      score(
        { en: 'plan and approved values', ja: '計画と承認された値' },
        own('held-out', 'plan and approved values'),
      ),
      score({ en: 'plan, alarm off', ja: '計画、警報なし' }, own('held-out', 'plan, alarm off')),
      ...both({ en: 'second set, open half', ja: '第 2 のセット、公開した半分' }, 'second.development'),
      ...both({ en: 'second set, sealed half', ja: '第 2 のセット、封印した半分' }, 'second.sealed'),
      ...both({ en: 'third set', ja: '第 3 のセット' }, 'third.development'),
    ],
  },
  {
    title: { en: 'The gate, by language of the request', ja: 'ゲート: 依頼の言語別' },
    note: {
      en: 'The held-out third, rules without manifests. The numbers of cases are small: one call can be more than five points.',
      ja: '残しておいた 3 分の 1、マニフェストなしのルールです。件数が少なく、呼び出し 1 件が 5 ポイントを超えることもあります。',
    },
    columns: SCORE_COLUMNS,
    rows: LANGUAGES.map(([code, label]) => score(label, `own.language.${code}`)),
  },
  {
    title: { en: 'The gate on published sets', ja: 'ゲート: 公開データセット' },
    note: {
      en: 'The half that was not used for tuning, without manifests. The sets are not in this repository; DATA is the folder with your copy.',
      ja: '調整に使っていない半分、マニフェストなしです。データセットはリポジトリに含まれません。DATA は手元のコピーのフォルダーです。',
    },
    columns: [
      { en: '`balanced`', ja: '`balanced`' },
      { en: '`strict`', ja: '`strict`' },
      { en: '`fast`', ja: '`fast`' },
    ],
    rows: PUBLISHED.map(([set, kind, label]) => ({
      label,
      cells: ['balanced', 'strict', 'fast'].map((profile) => {
        const name = `${nameOf('published', profile, set)}.${kind}`;
        return `{${name}.percent} ({${name}.count} / {${name}.of})`;
      }),
    })),
  },
  {
    title: { en: 'Integrations and failures', ja: '連携と障害' },
    note: {
      en: 'A coding agent reads a file with an injected command, and its model obeys. The table counts how often the command was executed: 0 unless a person approved it. In the last two rows Codex and Gemini CLI run the call; no hook can prevent that.',
      ja: 'コーディングエージェントが、命令の仕込まれたファイルを読み、モデルがそれに従います。表は命令が実行された回数です。人が承認した場合を除いて 0 になります。最後の 2 行では Codex と Gemini CLI が呼び出しを実行します。フックでは防げません。',
    },
    columns: [
      { en: 'Claude Code {integrations.claude.version}', ja: 'Claude Code {integrations.claude.version}' },
      { en: 'Codex {integrations.codex.version}', ja: 'Codex {integrations.codex.version}' },
      { en: 'Gemini CLI {integrations.gemini.version}', ja: 'Gemini CLI {integrations.gemini.version}' },
      { en: 'opencode {integrations.opencode.version}', ja: 'opencode {integrations.opencode.version}' },
    ],
    rows: FAILURES.map(([scenario, label]) => ({
      label,
      cells: ['claude', 'codex', 'gemini', 'opencode'].map(
        (agent) => `{${nameOf('integrations', agent, scenario)}}`,
      ),
    })),
  },
  {
    title: { en: 'Drop-in and adapters', ja: '置き換えとアダプター' },
    columns: [PASSED],
    rows: [
      tests(
        {
          en: 'programs for the OpenAI Agents SDK that behave the same',
          ja: 'OpenAI Agents SDK 用のプログラムが同じ動作をする',
        },
        'drop-in',
      ),
      tests({ en: 'AI SDK adapter', ja: 'AI SDK アダプター' }, 'adapter.ai-sdk'),
      tests({ en: 'LangChain adapter', ja: 'LangChain アダプター' }, 'adapter.langchain'),
      tests({ en: 'Claude Agent SDK adapter', ja: 'Claude Agent SDK アダプター' }, 'adapter.claude-agent'),
      tests(
        {
          en: 'hooks of coding agents, with simulated agents',
          ja: 'コーディングエージェントのフック（模擬）',
        },
        'adapter.hook',
      ),
    ],
  },
  {
    title: { en: 'Crashes', ja: '障害' },
    note: {
      en: 'Each test fails when a tool call is lost or repeated.',
      ja: 'どのテストも、ツールの呼び出しが失われるか繰り返されると失敗します。',
    },
    columns: [PASSED],
    rows: [
      tests(
        {
          en: 'a process stops or is killed before or after each commit',
          ja: '各コミットの前後でプロセスが停止、または強制終了',
        },
        'crash.points',
      ),
      tests(
        {
          en: '200 runs whose processes are killed at random moments',
          ja: '200 の実行のプロセスを不規則に強制終了',
        },
        'crash.kill',
      ),
      tests(
        {
          en: '10,000 faults of judges, stores, clocks and tools',
          ja: '判定、ストア、時計、ツールの障害 10,000 件',
        },
        'crash.faults',
      ),
      tests(
        {
          en: 'PostgreSQL: worker, server or approver killed while another is paused at each point',
          ja: 'PostgreSQL: 一方を各時点で止め、もう一方を強制終了',
        },
        'crash.matrix',
      ),
      tests(
        {
          en: 'the MCP proxy, its client or its server is killed during a call',
          ja: '呼び出し中に MCP プロキシ、クライアント、サーバーを強制終了',
        },
        'crash.proxy',
      ),
    ],
  },
  {
    title: { en: 'Chaos', ja: 'カオステスト' },
    note: {
      en: 'Several workers and servers on PostgreSQL; processes and the database are killed during the runs.',
      ja: 'PostgreSQL 上の複数のワーカーとサーバー。実行中にプロセスとデータベースを強制終了します。',
    },
    columns: [{ en: 'count', ja: '件数' }],
    rows: [
      {
        label: { en: 'runs that ended / all', ja: '完了した実行 / 全体' },
        cells: ['{chaos.done} / {chaos.runs}'],
      },
      { label: { en: 'killed processes', ja: '強制終了したプロセス' }, cells: ['{chaos.kills}'] },
      {
        label: { en: 'killed databases', ja: '強制終了したデータベース' },
        cells: ['{chaos.database-kills}'],
      },
      { label: { en: 'effects executed twice', ja: '2 回実行された操作' }, cells: ['{chaos.repeated}'] },
      { label: { en: 'effects lost', ja: '失われた操作' }, cells: ['{chaos.lost}'] },
      {
        label: { en: 'unknown outcomes that a person decided', ja: '結果が不明で、人が判断した呼び出し' },
        cells: ['{chaos.unknown}'],
      },
    ],
  },
  {
    title: { en: 'Soak', ja: '長時間テスト' },
    note: {
      en: 'Mixed jobs for 30 minutes on each store, while workers are killed and restarted and clocks are set. The disk of SQLite is full from time to time, and PostgreSQL is killed. The invariants are checked every minute; a violation fails the test. Jobs that are not done were denied, or ended because the store was not available.',
      ja: '各ストアで 30 分間、さまざまなジョブを実行します。その間にワーカーの強制終了と再起動、時刻の変更を行い、SQLite ではディスクを満杯にし、PostgreSQL は強制終了します。不変条件は 1 分ごとに検査し、違反があればテストは失敗します。完了していないジョブは、拒否されたか、ストアを使えず終了したものです。',
    },
    columns: [
      { en: 'SQLite', ja: 'SQLite' },
      { en: 'PostgreSQL', ja: 'PostgreSQL' },
    ],
    rows: [
      soak({ en: 'jobs that were done / all', ja: '完了したジョブ / 全体' }, '{done} / {jobs}'),
      soak({ en: 'killed workers', ja: '強制終了したワーカー' }, '{kills}'),
      soak(
        {
          en: 'full disks (SQLite), killed databases (PostgreSQL)',
          ja: 'ディスク満杯（SQLite）、データベースの強制終了（PostgreSQL）',
        },
        '{faults}',
      ),
      soak({ en: 'verified audit records', ja: '検証した監査ログのレコード' }, '{records}'),
    ],
  },
  {
    title: { en: 'Cost', ja: 'コスト' },
    note: {
      en: 'CPU time with a model that responds immediately, as a multiple of the bare OpenAI Agents SDK. All measurements: [bench](BENCH).',
      ja: '即答するモデルでの CPU 時間（OpenAI Agents SDK 単体を 1 とした倍率）です。すべての計測は [bench](BENCH)（英語）にあります。',
    },
    columns: [{ en: 'times', ja: '倍' }],
    rows: [
      {
        label: { en: 'runs that do not wait', ja: '待たない実行' },
        cells: ['{sdk.plain.min} – {sdk.plain.max}'],
      },
      { label: { en: 'suspend, approve, resume', ja: '中断、承認、再開' }, cells: ['{sdk.waits}'] },
      { label: { en: '10 calls on SQLite', ja: 'SQLite で 10 回の呼び出し' }, cells: ['{sdk.sqlite}'] },
    ],
  },
];
