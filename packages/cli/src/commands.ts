import { option, type CommandDefinition, type OptionDefinition } from './command.ts';
import { HOOK_COMMANDS } from './hook/hook-commands.ts';

/** The options of every command. */
export const GLOBAL_OPTIONS: Readonly<Record<string, OptionDefinition>> = {
  data: option(
    'FOLDER',
    'the folder of the store (default: SEKISHO_DATA_DIR, SEKISHO_DIR, ./.sekisho, ~/.sekisho)',
    'ストアのフォルダー（既定: SEKISHO_DATA_DIR、SEKISHO_DIR、./.sekisho、~/.sekisho）',
  ),
  json: option(undefined, 'prints JSON', 'JSON で出力する'),
  lang: option('en|ja', 'the language of messages (default: LANG)', 'メッセージの言語（既定: LANG）'),
  help: option(undefined, 'prints this text', 'この説明を表示する'),
};

const BY = option(
  'NAME',
  'the person who acts (default: the user of this process)',
  '担当者（既定: 現在の利用者名）',
);
const COMMENT = option(
  'TEXT',
  'the reason; the model receives that of a denial',
  '理由（拒否の理由はモデルに伝わる）',
);
const REASON = option('TEXT', 'the reason, for the audit log', '理由（監査ログに記録）');
const RUN = option('ID', 'only this run', 'この実行のみ');
const OUT = option('FILE', 'writes to a new file', '新しいファイルに書き出す');
const PROFILE = option(
  'NAME|FILE',
  'strict, balanced, fast or a JSON file',
  'strict、balanced、fast、または JSON ファイル',
);
const TARGET = {
  agent: option('NAME', 'only this agent', 'このエージェントのみ'),
  tool: option('ID', 'only this tool', 'このツールのみ'),
  by: BY,
  reason: REASON,
};
const one = { min: 1, max: 1 };
const optional = { min: 0, max: 1 };

/** All commands by name. The code of a command is loaded when it is used. */
export const COMMANDS: Readonly<Record<string, CommandDefinition>> = {
  init: {
    usage: '',
    about: {
      en: 'Creates the store of this folder. Its files are readable only by you, and .gitignore excludes them.',
      ja: 'このフォルダーのストアを作成します。ファイルは本人だけが読め、.gitignore で除外します。',
    },
    load: async () => (await import('./commands/setup.ts')).initCommand,
  },
  inbox: {
    usage: '',
    about: {
      en: 'Lists the approval requests that wait for a person. In a terminal, you can open and decide them.',
      ja: '判断待ちの承認依頼を表示します。端末では、開いて判断できます。',
    },
    options: {
      list: option(undefined, 'only prints the list', '一覧だけを表示する'),
      watch: option(undefined, 'prints new requests until stopped', '新しい依頼を表示し続ける'),
      by: BY,
    },
    load: async () => (await import('./commands/approvals.ts')).inboxCommand,
  },
  show: {
    usage: '<request>',
    about: {
      en: 'Prints all values of an approval request. The audit log records who read them.',
      ja: '承認依頼のすべての値を表示します。誰が読んだかは監査ログに記録します。',
    },
    options: { by: BY },
    positionals: one,
    load: async () => (await import('./commands/approvals.ts')).showCommand,
  },
  approve: {
    usage: '<request>',
    about: {
      en: 'Approves one displayed call. A terminal shows all values and asks; elsewhere --displayed proves that they were shown.',
      ja: '表示した呼び出し一件を承認します。端末ではすべての値を表示して確認します。端末以外では --displayed が表示の証明になります。',
    },
    options: {
      displayed: option(
        'VALUE',
        'the value that "sekisho show" printed for the same person',
        'sekisho show が同じ担当者に表示した確認値',
      ),
      by: BY,
      comment: COMMENT,
    },
    positionals: one,
    load: async () => (await import('./commands/approvals.ts')).approveCommand,
  },
  deny: {
    usage: '<request>',
    about: { en: 'Denies a call.', ja: '呼び出しを拒否します。' },
    options: { by: BY, comment: COMMENT },
    positionals: one,
    load: async () => (await import('./commands/approvals.ts')).denyCommand,
  },
  resolve: {
    usage: '<request> done|retry|abort',
    about: {
      en: 'States what happened to a call that a crash interrupted.',
      ja: '障害で中断した呼び出しの結果を記録します。',
    },
    options: {
      by: BY,
      comment: COMMENT,
      result: option(
        'TEXT',
        'the result that the model receives for "done"',
        'done のときモデルが受け取る結果',
      ),
    },
    positionals: { min: 2, max: 2 },
    load: async () => (await import('./commands/approvals.ts')).resolveCommand,
  },
  logs: {
    usage: '',
    about: { en: 'Prints the last records of the audit log.', ja: '監査ログの最新の記録を表示します。' },
    options: {
      run: RUN,
      limit: option('N', 'the number of records (default 50)', '件数（既定 50）'),
      follow: option(undefined, 'prints new records until stopped', '新しい記録を表示し続ける'),
    },
    load: async () => (await import('./commands/audit.ts')).logsCommand,
  },
  verify: {
    usage: '',
    about: {
      en: 'Verifies the audit log: its chain, checkpoints, and the permission of every execution.',
      ja: '監査ログのハッシュチェーン、チェックポイント、すべての実行の許可を検証します。',
    },
    options: { run: RUN },
    load: async () => (await import('./commands/audit.ts')).verifyCommand,
  },
  export: {
    usage: '',
    about: {
      en: 'Writes the audit log as lines of JSON with the hash of each record.',
      ja: '監査ログを、各記録のハッシュとともに 1 行 1 件の JSON で書き出します。',
    },
    options: { run: RUN, out: OUT },
    load: async () => (await import('./commands/audit.ts')).exportCommand,
  },
  doctor: {
    usage: '',
    about: {
      en: 'Checks Node, the key, the store, the log, what waits too long, and the hooks of coding agents.',
      ja: 'Node、鍵、ストア、ログ、滞留、コーディングエージェントのフックを検査します。',
    },
    load: async () => (await import('./commands/setup.ts')).doctorCommand,
  },
  status: {
    usage: '[module]',
    about: {
      en: 'Prints what waits, what is stopped, and how long the log is. With a module: its stops, one JSON object per line.',
      ja: '判断待ち、停止、ログの件数を表示します。モジュールを指定すると、有効な停止を 1 行 1 件の JSON で表示します。',
    },
    positionals: optional,
    load: async () => (await import('./commands/operate.ts')).statusCommand,
  },
  stop: {
    usage: '[module]',
    about: {
      en: 'Stops all tool calls, or those of an agent or a tool, in every process that uses the store. Running calls finish.',
      ja: 'ストアを使うすべてのプロセスで、ツール呼び出し全体、または特定のエージェントかツールを停止します。実行中の呼び出しは完了します。',
    },
    options: TARGET,
    positionals: optional,
    load: async () => (await import('./commands/operate.ts')).stopCommand,
  },
  start: {
    usage: '[module]',
    about: { en: 'Lifts a stop of the same target.', ja: '同じ対象の停止を解除します。' },
    options: TARGET,
    positionals: optional,
    load: async () => (await import('./commands/operate.ts')).startCommand,
  },
  'policy test': {
    usage: '<cases.jsonl>',
    about: {
      en: 'Presents calls to the gate, without a model, and compares its decisions with "expect".',
      ja: 'モデルなしで呼び出しをゲートに渡し、判定を expect と比べます。',
    },
    options: {
      profile: PROFILE,
      tools: option('FILE', 'the tools of cases that name none', 'ツールの定義がないケースに使うファイル'),
      all: option(undefined, 'prints every decision', 'すべての判定を表示する'),
    },
    positionals: one,
    load: async () => (await import('./commands/policy.ts')).policyTestCommand,
  },
  'policy replay': {
    usage: '',
    about: {
      en: 'Evaluates the calls in the log with a profile and prints the decisions that would differ.',
      ja: 'ログにある呼び出しをプロファイルで評価し直し、変わる判定を表示します。',
    },
    options: { profile: PROFILE },
    load: async () => (await import('./commands/policy.ts')).policyReplayCommand,
  },
  'policy diff': {
    usage: '<profile> <profile>',
    about: {
      en: 'Prints the calls in the log about which two profiles decide differently.',
      ja: '二つのプロファイルで判定が異なる、ログ中の呼び出しを表示します。',
    },
    positionals: { min: 2, max: 2 },
    load: async () => (await import('./commands/policy.ts')).policyDiffCommand,
  },
  'manifest draft': {
    usage: '<tools.json>',
    about: {
      en: 'Writes a draft manifest for each tool: its effect and what its arguments control.',
      ja: '各ツールのマニフェスト（影響と引数の役割）の下書きを作成します。',
    },
    options: { out: OUT },
    positionals: one,
    load: async () => (await import('./commands/setup.ts')).manifestDraftCommand,
  },
  'skills report': {
    usage: '<folder>',
    about: {
      en: 'Prints one line of JSON for each SKILL.md: enabled, repaired or disabled, and why. It needs the package sekisho.',
      ja: '各 SKILL.md の状態と理由を 1 行 1 件の JSON で表示します。パッケージ sekisho が必要です。',
    },
    options: {
      'describe-from-text': option(
        undefined,
        'describes a skill by its first paragraph',
        '説明のないスキルを最初の段落で説明する',
      ),
    },
    positionals: one,
    load: async () => (await import('./commands/setup.ts')).skillsReportCommand,
  },
  worker: {
    usage: '<module>',
    about: {
      en: 'Executes the runs that wait for a worker. The module exports `runner`. On SIGTERM it claims no further runs and finishes the active ones.',
      ja: 'ワーカー待ちの実行を処理します。モジュールは `runner` を export してください。SIGTERM を受けると新規の取得を止め、処理中の実行を終えてから終了します。',
    },
    options: {
      concurrency: option('N', 'concurrent runs (default 8)', '同時実行数（既定 8）'),
      poll: option('MS', 'the interval of reading the queue (default 1000)', 'キューを読む間隔（既定 1000）'),
    },
    positionals: one,
    load: async () => (await import('./commands/operate.ts')).workerCommand,
  },
  backup: {
    usage: '<new folder>',
    about: {
      en: 'Copies the databases of the store, which may be in use, without the key.',
      ja: 'ストアのデータベースをコピーします（使用中でも可）。鍵は含みません。',
    },
    positionals: one,
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  restore: {
    usage: '<folder of a backup>',
    about: {
      en: 'Puts a backup into the folder of the store and keeps what was there. Stop every process on the store first.',
      ja: 'バックアップをストアのフォルダーに戻し、それまでのファイルも残します。先に、ストアを使うプロセスをすべて止めてください。',
    },
    positionals: one,
    load: async () => (await import('./commands/backup.ts')).restoreCommand,
  },
  'accept-restore': {
    usage: '[module]',
    about: {
      en: 'Lets this machine write again after the store was restored from a backup, and records who accepted that and why.',
      ja: 'バックアップからストアを復元した後、このマシンからの書き込みを再び許可し、受け入れた人と理由を記録します。',
    },
    options: { by: BY, reason: REASON },
    positionals: optional,
    load: async () => (await import('./commands/operate.ts')).acceptRestoreCommand,
  },
  ...HOOK_COMMANDS,
  proxy: {
    usage: '[options] -- <command of an MCP server>',
    about: {
      en: 'Puts the gate in front of MCP servers.',
      ja: 'MCP サーバーの前に関所を置きます。',
    },
    load: () => Promise.reject(new Error('The proxy reads its own options.')),
  },
  console: {
    usage: '',
    about: {
      en: 'Starts the web console on this store and prints a link that signs you in. It needs the package @sekisho/console.',
      ja: 'このストアの Web コンソールを起動し、サインイン用のリンクを表示します。パッケージ @sekisho/console が必要です。',
    },
    options: { port: option('NUMBER', 'the port (default: PORT, 8787)', 'ポート（既定: PORT、8787）') },
    load: async () => (await import('./commands/setup.ts')).consoleCommand,
  },
};
