/** The outcomes of one client: how often the injected command was executed in each situation. */
export interface Column {
  readonly client: string;
  readonly version: string;
  readonly way: 'launcher' | 'http';
  readonly date: string;
  readonly rows: readonly {
    readonly situation: string;
    readonly executed: number;
    readonly expected: number;
  }[];
}

/** What people read about each situation. The last ones are failures of the hook itself. */
const SITUATIONS: Readonly<Record<string, { readonly en: string; readonly ja: string }>> = {
  without: { en: 'without hooks', ja: 'フックなし' },
  undecided: { en: 'no decision', ja: '判断なし' },
  denied: { en: 'denied', ja: '拒否' },
  approved: { en: 'approved while the hook waits', ja: 'フックの待機中に承認' },
  'approved later': {
    en: 'approved after the hook gave up, the call repeated twice',
    ja: 'フックの待機終了後に承認し、呼び出しを二度繰り返す',
  },
  down: { en: 'resident process down', ja: '常駐プロセスの停止' },
  slow: { en: 'resident process does not reply', ja: '常駐プロセスの無応答' },
  garbled: { en: 'reply is not JSON', ja: 'JSON でない応答' },
  invalid: { en: 'reply has another shape', ja: '形の異なる応答' },
  impersonated: { en: 'another program on the port allows the call', ja: '別のプログラムが許可を応答' },
  dropped: { en: 'connection dropped while it decides', ja: '判定中の切断' },
  'launcher missing': { en: 'launcher missing', ja: 'ランチャーの欠落' },
  'launcher killed': { en: 'launcher killed', ja: 'ランチャーの強制終了' },
  'launcher silent': { en: 'launcher ends without output', ja: 'ランチャーが出力なしで終了' },
  'shell killed': { en: 'shell of the hook killed', ja: 'フックのシェルの強制終了' },
  'time limit exceeded': {
    en: 'hook exceeds the time limit of the client',
    ja: 'クライアントの制限時間の超過',
  },
  'not loaded or trusted': {
    en: 'hook not trusted, plugin not loadable',
    ja: 'フックが未信頼、プラグインの読み込み失敗',
  },
};

const TITLES: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
};

const isAllowed = (situation: string) => situation === 'without' || situation.startsWith('approved');

/** Returns the table of the guides. An execution in spite of a failed hook is bold. */
function hookTable(columns: readonly Column[], language: 'en' | 'ja'): string {
  const titles = columns.map(
    ({ client, version, way }) => `${TITLES[client] ?? client} ${version}${way === 'http' ? ' (HTTP)' : ''}`,
  );
  const lines = Object.entries(SITUATIONS).map(([situation, label]) => {
    const cells = columns.map(({ rows }) => {
      const row = rows.find((each) => each.situation === situation);
      if (!row) return '–';
      return row.executed > 0 && !isAllowed(situation) ? `**${row.executed}**` : String(row.executed);
    });
    return `| ${[label[language], ...cells].join(' | ')} |`;
  });
  const head = language === 'ja' ? '状況' : 'situation';
  return [`| ${[head, ...titles].join(' | ')} |`, `|${'---|'.repeat(titles.length + 1)}`, ...lines].join(
    '\n',
  );
}

const BEGIN = '<!-- hooks: begin -->';
const END = '<!-- hooks: end -->';

/** Returns the text of a guide with the table between its marks. */
export function withTable(guide: string, columns: readonly Column[], language: 'en' | 'ja'): string {
  const [before, rest] = guide.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error('The guide has no place for the table.');
  return `${before}${BEGIN}\n\n${hookTable(columns, language)}\n\n${END}${after}`;
}
