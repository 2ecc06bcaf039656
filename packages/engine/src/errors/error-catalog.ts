/** The part of the system that an error belongs to, for programs that handle several codes alike. */
export type ErrorCategory =
  | 'runner'
  | 'safety'
  | 'approval'
  | 'policy'
  | 'store'
  | 'audit'
  | 'mcp'
  | 'skills'
  | 'provider';

/** The meaning of a code and its remedy, in both languages. */
export interface ErrorDescription {
  readonly category: ErrorCategory;
  readonly cause: { readonly en: string; readonly ja: string };
  readonly remedy: { readonly en: string; readonly ja: string };
}

/** The catalog that docs/errors.md is generated from. A code is never renamed or reused; new codes are appended. */
export const ERROR_CATALOG = {
  'AGENTS-E-RUNNER-CONFIG': describe(
    'runner',
    'createRunner() was called without a required option or with an unknown option, or Node is too old.',
    'createRunner() に必要なものが渡されていないか、存在しないオプションが渡されているか、Node が古すぎます。',
    'Pass or correct the option in the message, or install the Node version that it requires.',
    'メッセージが示すオプションを渡すか、つづりを直すか、示された版の Node を導入してください。',
  ),
  'AGENTS-E-RUNNER': describe(
    'runner',
    'The run could not be planned or resumed.',
    '実行計画の生成または継続に失敗しました。',
    'Read error.cause and check the agent, its model and its input.',
    'cause を確認し、Agent・モデル・入力を見直してください。',
  ),
  'AGENTS-E-INPUT-INVALID': describe(
    'runner',
    'An argument of a call, or of a tool, has the wrong type, is too large or is nested too deeply.',
    '呼び出しまたはツールの引数の型が違うか、値が大きすぎるか、入れ子が深すぎます。',
    'Correct the value in the message.',
    'メッセージが示す値を修正してください。',
  ),
  'AGENTS-E-STREAM': describe(
    'runner',
    'The stream of a run ended early.',
    'ストリームが完了前に中断しました。',
    'Start the run again, or resume it if it is waiting for a person.',
    '再実行するか、承認待ちの場合は再開してください。',
  ),
  'AGENTS-E-GATE-DENIED': describe(
    'safety',
    'The gate denied a tool call. No call of that turn was executed.',
    '安全ポリシーによりツール呼び出しが拒否され、そのターンは何も実行されていません。',
    'Read the reason in the message and in the audit record gate.decision. Change the request or the policy.',
    'メッセージと gate.decision の理由を確認し、依頼内容またはポリシーを見直してください。',
  ),
  'AGENTS-E-GATE-EVAL': describe(
    'safety',
    'The safety agent returned no valid decision, so the call was denied.',
    'SafetyAgent の応答が不正なため、拒否として扱いました。',
    'Read the cause in error.cause, in the audit record gate.decision (error) or in the process warning. The safety agent threw, timed out, or did not return a GateDecision.',
    '原因は error.cause、gate.decision の記録（error）、プロセスの警告に残ります。SafetyAgent の例外・タイムアウト・応答形式を確認してください。',
  ),
  'AGENTS-E-AGENT-CAPABILITY-RESOLVE': describe(
    'safety',
    'The tools of the agent could not be read, or are of a kind that the gate does not support.',
    '判定に必要な Agent の能力情報（ツール）を解決できないか、ゲートが対応していない種類のツールがあります。',
    'Check the tools of the agent, and use one supported version of the Agents SDK.',
    'Agent 定義の tools と Agents SDK のバージョンを見直してください。',
  ),
  'AGENTS-E-SDK-COPY': describe(
    'safety',
    'An agent or a run of another copy of the Agents SDK was used inside a gated run. That copy has no hooks, so it executed nothing.',
    'ゲート付き実行の中で、フックのない別の Agents SDK（別バージョンまたは重複インストール）の Agent または実行が使われました。そのコピーでは何も実行されていません。',
    'Install one version of @openai/agents-core for all packages (npm ls @openai/agents-core) and import the Agents SDK from sekisho.',
    'すべてのパッケージで @openai/agents-core を同じ一つのバージョンに揃え（npm ls @openai/agents-core で確認）、Agents SDK は sekisho から import してください。',
  ),
  'AGENTS-E-GUARDRAIL-DENIED': describe(
    'safety',
    'A guardrail rule of the host rejected the input, the output or a tool call.',
    'Guardrails のルールが、入力・出力・ツール呼び出しのいずれかを拒否しました。',
    'Change the text or the rule in the message.',
    'メッセージが示すルールまたは文章を見直してください。',
  ),
  'AGENTS-E-APPROVAL-NOT-FOUND': describe(
    'approval',
    'There is no approval request with this id, or this run has no pending request.',
    '該当する承認依頼がないか、この実行には承認待ちがありません。',
    'List the pending requests again with getPendingApprovals().',
    'getPendingApprovals() で一覧を取り直してください。',
  ),
  'AGENTS-E-APPROVAL-INVALID': describe(
    'approval',
    'The approval request is already decided, has expired, was not displayed completely, cannot be displayed, or the decision is not valid.',
    '承認依頼が処理済み・期限切れ・内容が未表示・正確に表示できない、または入力が不正です。',
    'Read the request again. If it is still pending, read its complete values with readApproval() and decide again, or deny it.',
    '承認依頼を再取得してください。未処理であれば、readApproval() ですべての値を表示してから改めて入力するか、拒否してください。',
  ),
  'AGENTS-E-RESUME-TOKEN': describe(
    'approval',
    'The resume token is unknown, used, expired, or belongs to another run.',
    '再開トークンが不明・使用済み・期限切れ、または別の実行のものです。',
    'Request the approval again. A token is valid for one resume.',
    '再承認してトークンを再発行してください（トークンは1回限りです）。',
  ),
  'AGENTS-E-RUN-STATE': describe(
    'runner',
    'The saved state of the run was not sealed by this installation, was changed, or was written by another version.',
    '保存された実行状態が、この環境で封印したものではないか、改変されているか、別のバージョンで書かれています。',
    'Use the state that this installation saved, with the same key and SDK version. For a state that the Agents SDK saved, start a new run from its history (docs/guides/migrate.md, "Saved run states").',
    'この環境で、同じ鍵と SDK バージョンで保存した状態を使ってください。Agents SDK が保存した状態は、その履歴から新しい実行を開始してください（docs/guides/migrate.md の "Saved run states"）。',
  ),
  'AGENTS-E-RUN-NOT-FOUND': describe(
    'runner',
    'There is no run with this id in the store.',
    '該当する実行がストアにありません。',
    'Check the run id and the store of the runner.',
    'run_id と使用中のストアを確認してください。',
  ),
  'AGENTS-E-RUN-CONFLICT': describe(
    'runner',
    'Another process owns this run now, or the status of the run does not permit the operation.',
    '別のプロセスがこの実行を所有しているか、状態が一致しません。',
    'Read the run again. The other process will finish it.',
    '実行状態を再取得してください。処理は所有プロセスが継続します。',
  ),
  'AGENTS-E-NONDETERMINISM': describe(
    'runner',
    'The model request of a recovered run differs from the one before the crash, so its journal cannot be replayed.',
    '復旧時の処理が障害前の記録と一致しません。',
    'Remove time and random values from instructions and tools, or start the run again.',
    '指示やツールを時刻・乱数に依存させないか、実行をやり直してください。',
  ),
  'AGENTS-E-STORE': describe(
    'store',
    'The store could not be read or written.',
    'ストアの読み書きに失敗しました。',
    'Check the disk, the permissions and the path or connection of the store.',
    'ディスク・権限・保存先の設定を確認してください。',
  ),
  'AGENTS-E-LOG-STORE': describe(
    'audit',
    'The audit log cannot be read or written. As a warning: the run continued, and the log gets a marked gap. As an error: nothing that requires the record was executed.',
    '監査ログの読み書きができません。警告の場合、実行は継続し、ログに欠落の印が付きます。エラーの場合、記録が必要な処理は実行していません。',
    'Restore the log store and try again. Approvals, grants and runs with auditMode "required" wait for it.',
    'ログ保存先を復旧して再試行してください（承認・継続許可・auditMode "required" の実行は復旧まで行われません）。',
  ),
  'AGENTS-E-POLICY-INVALID': describe(
    'policy',
    'The policy profile does not exist or does not match its schema.',
    '定義外または不正なポリシープロファイルです。',
    'Use strict, balanced or fast, or correct the profile.',
    'strict / balanced / fast を使うか、定義を修正してください。',
  ),
  'AGENTS-E-MCP-UNREACHABLE': describe(
    'mcp',
    'An MCP server cannot be reached or did not respond in time.',
    'MCP サーバーに接続できないか、時間内に応答がありません。',
    'Check the command or URL of the server and the timeout.',
    'サーバーの起動コマンド・URL・タイムアウトを確認してください。',
  ),
  'AGENTS-E-MCP-SCHEMA': describe(
    'mcp',
    'The configuration of an MCP server, a definition or a result of its tools is not valid, or a definition changed.',
    'MCP サーバーの設定、ツールの定義または結果が不正か、定義が変更されています。',
    'Correct the configuration or the schema in the message, or read the changed definition and accept it.',
    'メッセージが示す設定またはスキーマを修正するか、変更後の定義を確認して受け入れてください。',
  ),
  'AGENTS-E-MCP-EXEC': describe(
    'mcp',
    'An MCP tool failed while it was executed.',
    'MCP ツールの実行に失敗しました。',
    'Read the message of the server. Only repeatable calls are repeated.',
    'サーバーのメッセージを確認してください。再試行するのは、再実行可能な呼び出しだけです。',
  ),
  'AGENTS-E-SKILL-PARSE': describe(
    'skills',
    'A SKILL.md file could not be parsed.',
    'SKILL.md の解析に失敗しました。',
    'Correct the front matter or the text in the message. The other skills are available.',
    'メッセージが示す箇所を修正してください（他の Skill は利用できます）。',
  ),
  'AGENTS-E-SKILL-NOT-LOADED': describe(
    'skills',
    'The skills were not loaded by loadSkills().',
    'Skill が読み込まれていません。',
    'Call loadSkills() first and pass its result.',
    '先に loadSkills() を呼び、その結果を渡してください。',
  ),
  'AGENTS-E-SKILL-NOT-FOUND': describe(
    'skills',
    'There is no skill with this id.',
    '該当する Skill がありません。',
    'List the skills again and use one of their ids.',
    'Skill 一覧を取り直し、登録済みの ID を使ってください。',
  ),
  'AGENTS-E-SKILL-SCHEMA': describe(
    'skills',
    'A tool cannot be created from a skill: its input schema is not valid, or it was not loaded by loadSkills().',
    'Skill をツールにできません（引数定義が不正か、loadSkills() で読み込まれていません）。',
    'Correct input_schema in the front matter of the skill, or pass the list that loadSkills() returns.',
    'Skill の input_schema を修正するか、loadSkills() の戻り値を渡してください。',
  ),
  'AGENTS-E-PROVIDER-CONFIG': describe(
    'provider',
    'A model provider is not fully configured.',
    'モデルプロバイダーの設定が不足しています。',
    'Set the variable or option in the message.',
    'メッセージが示す環境変数またはオプションを設定してください。',
  ),
  'AGENTS-E-COMPAT-UNSUPPORTED': describe(
    'provider',
    'The provider does not support a feature that the agent or the policy requires, or its response was not valid.',
    'Agent またはポリシーの要求にプロバイダーが対応していないか、その応答が使えませんでした。',
    'Choose another provider or model, or remove the setting in the message.',
    '別のプロバイダー・モデルを選ぶか、該当設定を外してください。',
  ),
  'AGENTS-E-RUN-APPLICATION': describe(
    'runner',
    'The run belongs to another application, so this process does not execute it.',
    '実行は別のアプリケーションのものであるため、このプロセスでは実行しません。',
    'Resume it in a process of the application in the message, or set that application for this process.',
    'メッセージが示すアプリケーションのプロセスで再開するか、このプロセスにその名前を設定してください。',
  ),
  'AGENTS-E-AUTHORITY': describe(
    'safety',
    'A request, decision, token, grant, call or run in the store does not match the audit log, so nothing was executed.',
    '保存された承認依頼・判断・トークン・継続許可・実行記録が監査ログと一致しないため、何も実行しませんでした。',
    'Run verifyExecutionLog() or doctor(), find out who can write to the store, and restore the row from a backup or start a new run.',
    'verifyExecutionLog() または doctor() を実行し、ストアに書き込める者を調べ、バックアップから該当行を復元するか、新しい実行を開始してください。',
  ),
  'AGENTS-E-LOG-ROLLBACK': describe(
    'audit',
    'The audit log is behind the high-water mark of this machine: the store was restored, truncated or emptied.',
    '監査ログがこのマシンの最高水位マークより前の状態です。ストアが復元、切り詰め、または空にされています。',
    'Investigate the cause. After an intended restore, call runner.acceptRestore({ by, reason }) or run sekisho accept-restore on each machine.',
    '原因を調査してください。意図した復元の場合は、各マシンで runner.acceptRestore({ by, reason }) または sekisho accept-restore を実行してください。',
  ),
  'AGENTS-E-STOPPED': describe(
    'safety',
    'A person stopped all tool calls, this agent or this tool, so the run was not resumed or the call did not start.',
    'すべてのツール呼び出し、このエージェント、またはこのツールが停止されているため、実行を再開しないか、呼び出しを開始しませんでした。',
    'Read who stopped it and why, and lift the stop with runner.stops.start(), sekisho start or the console when it is safe. Then resume the run.',
    '停止した人と理由を確認し、安全になったら runner.stops.start()、sekisho start またはコンソールで停止を解除してから再開してください。',
  ),
} as const;

/** An error code of this package. */
export type ErrorCode = keyof typeof ERROR_CATALOG;

/** All error codes of this package. */
export const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERROR_CATALOG).filter(isErrorCode);

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CATALOG, code);
}

function describe(
  category: ErrorCategory,
  ...[causeEn, causeJa, remedyEn, remedyJa]: readonly [string, string, string, string]
): ErrorDescription {
  return { category, cause: { en: causeEn, ja: causeJa }, remedy: { en: remedyEn, ja: remedyJa } };
}
