import { CLIENTS } from './install/clients.ts';

/** The languages of messages. */
export type Language = 'en' | 'ja';

/** Returns the language that `--lang` names, or else the one of the locale, as the other commands do. */
export function languageOf(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Language {
  const index = args.findIndex((arg) => /^--lang(?:=|$)/.test(arg));
  const named = args[index]?.split('=')[1] ?? (index < 0 ? undefined : args[index + 1]);
  if (named === 'en' || named === 'ja') return named;
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^ja\b|^ja_/i.test(locale) ? 'ja' : 'en';
}

/** Returns what is wrong with the value of `--lang`. */
export function languageProblem(lang: string | undefined): Readonly<Record<Language, string>> | undefined {
  if (lang === undefined || lang === 'en' || lang === 'ja') return undefined;
  return {
    en: `--lang must be en or ja, not "${lang}".`,
    ja: `--lang は en または ja で指定してください: "${lang}"`,
  };
}

type Line = readonly [name: string, en: string, ja: string];

const PROXY_USAGE = `sekisho proxy [options] -- <command of the MCP server> [arguments]
sekisho proxy [options] --config sekisho.proxy.json
sekisho proxy install|remove <client>   (sekisho proxy install --help)
`;

const PROXY_ABOUT = {
  en: 'Puts the gate in front of MCP servers: every call is allowed, denied, or waits for a person.',
  ja: 'MCP サーバーの前に関所を置きます。すべての呼び出しは許可、拒否、または人の判断待ちになります。',
} as const;

const LANG: Line = [
  '--lang en|ja',
  'the language of messages; the default is the one of the locale',
  'メッセージの言語（既定: ロケールの言語）',
];

const PROXY_OPTIONS: readonly Line[] = [
  ['--config FILE', 'the servers and settings in a file', 'サーバーと設定を書いたファイル'],
  [
    '--profile NAME',
    'strict, balanced (the default) or fast; strict needs "scopes" in the file of --config',
    'strict、balanced（既定）、fast。strict では、--config のファイルに "scopes" が必要',
  ],
  [
    '--pack NAME',
    'the manifest pack of the server, for example filesystem',
    'サーバーのマニフェストパック（例: filesystem）',
  ],
  [
    '--name NAME',
    'the name of the server in policies and logs; the default is derived from the command',
    'ポリシーとログでのサーバー名（既定: コマンドから決まる名前）',
  ],
  [
    '--session NAME',
    'the session that is continued; the default is the current folder',
    '続きから始めるセッション（既定: 現在のフォルダー）',
  ],
  [
    '--data FOLDER',
    'the folder of the store; the default is SEKISHO_DATA_DIR or ~/.sekisho',
    'ストアのフォルダー（既定: SEKISHO_DATA_DIR または ~/.sekisho）',
  ],
  [
    '--console URL',
    'the address of the console that displays requests',
    '依頼を表示するコンソールのアドレス',
  ],
  [
    '--wait SECONDS',
    'how long a call waits for a decision before the client has to repeat it',
    '判断を待つ秒数。過ぎるとクライアントが呼び出しを繰り返す',
  ],
  [
    '--approve-in-client',
    'lets the person at the client approve requests up to risk 4 in a form of the client',
    'クライアントの前の人が、リスク 4 までの依頼をクライアントのフォームで承認できるようにする',
  ],
  [
    '--http PORT',
    'serves clients over HTTP on this machine instead of standard input and output; the token is SEKISHO_PROXY_TOKEN, or a new one that is printed',
    '標準入出力の代わりに、このマシンの HTTP で受け付ける。トークンは SEKISHO_PROXY_TOKEN、なければ新しく作って表示する',
  ],
  [
    '--accept',
    'displays tools that are new or have changed since they were accepted, and ends; with --yes, accepts them',
    '新しいツールと、受け入れ後に変更されたツールを表示して終了する。--yes を付けると受け入れる',
  ],
  LANG,
];

const INSTALL_USAGE = `sekisho proxy install <client> [options]
sekisho proxy remove <client> [options]
`;

const INSTALL_ABOUT = {
  en: 'Puts the gate in front of the MCP servers in the configuration of a client, or removes it. Without --yes, only the change is displayed.',
  ja: 'クライアントの設定にある MCP サーバーの前に関所を置くか、取り除きます。--yes がなければ、変更内容の表示だけを行います。',
} as const;

const INSTALL_OPTIONS: readonly Line[] = [
  ['<client>', ...same(Object.keys(CLIENTS).join(', '))],
  [
    '--yes',
    'writes the change; the file before it is kept as FILE.before-sekisho',
    '変更を書き込む。変更前のファイルは FILE.before-sekisho として残る',
  ],
  [
    '--project',
    'the configuration of the current folder instead of the one of the user',
    '利用者の設定ではなく、現在のフォルダーの設定を編集する',
  ],
  ['--file FILE', 'another configuration file', 'ほかの設定ファイルを編集する'],
  ['--server NAME', 'only this server; may be repeated', 'このサーバーのみ（繰り返し指定できる）'],
  [
    '--command COMMAND',
    'how the client starts sekisho; the default is "sekisho", or this program if that is not in PATH',
    'クライアントが sekisho を起動するコマンド（既定: sekisho。PATH になければこのプログラム）',
  ],
  LANG,
];

/** The help text of `sekisho proxy`. */
export const proxyHelp = (language: Language): string =>
  render(PROXY_USAGE, PROXY_ABOUT[language], PROXY_OPTIONS, language);

/** The help text of `sekisho proxy install` and `sekisho proxy remove`. */
export const installHelp = (language: Language): string =>
  render(INSTALL_USAGE, INSTALL_ABOUT[language], INSTALL_OPTIONS, language);

function render(usage: string, about: string, options: readonly Line[], language: Language): string {
  const lines = options.map(([name, en, ja]) => `  ${name.padEnd(20)} ${{ en, ja }[language]}`);
  return [usage, about, '', ...lines].join('\n');
}

function same(text: string): [en: string, ja: string] {
  return [text, text];
}
