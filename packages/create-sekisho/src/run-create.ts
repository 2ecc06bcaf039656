import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { createProject, folderProblem, isTemplate, packedFiles, TEMPLATES } from './create-project.ts';
import { languageOf, type Environment, type Language } from './language.ts';
import { versionsInsteadOf } from './require-node.ts';

/** The functions of the process that the command uses. */
export interface CreateHost {
  readonly cwd: string;
  readonly env: Environment;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** The terminal of a person. Undefined when input or output is a file or a pipe: then nothing is asked. */
  readonly terminal?: { readonly input: Readable; readonly output: Writable } | undefined;
}

/** An invalid command line, or a folder that cannot be used. Nothing was written. */
class Refusal extends Error {}

/** Creates a project and returns the exit code: 1 for a failure, 2 for an invalid command line. */
export async function runCreate(args: readonly string[], host: CreateHost): Promise<number> {
  let language = languageOf(undefined, host.env);
  try {
    const options = readOptions(args);
    language = languageOf(options.lang, host.env);
    if (options.help) {
      host.print(HELP[language]);
      return 0;
    }
    const chosen = await choose(options, host, language);
    if (chosen === undefined) return 1;
    return await create(chosen, host, language);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    host.complain(`${error.message}\n${SAY[language].seeHelp}`);
    return 2;
  }
}

interface Options {
  readonly folder: string | undefined;
  readonly template: string | undefined;
  readonly packages: string | undefined;
  readonly lang: string | undefined;
  readonly help: boolean;
  readonly install: boolean;
}

function readOptions(args: readonly string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: 'string', short: 't' },
        packages: { type: 'string' },
        lang: { type: 'string' },
        'no-install': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { template, packages, lang, help } = values;
    if (positionals.length > 1) throw new Error(`"${positionals[1]}" is one argument too many.`);
    if (lang !== undefined && lang !== 'en' && lang !== 'ja')
      throw new Error(`--lang must be en or ja, not "${lang}".`);
    return { folder: positionals[0], template, packages, lang, help, install: !values['no-install'] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Node adds how to pass a word that begins with a hyphen, which is not what was meant here.
    throw new Refusal(message.replace(/\. To specify a positional argument.*$/s, '.'));
  }
}

type Choice = Pick<Options, 'install' | 'packages'> & {
  readonly folder: string;
  readonly template: keyof typeof TEMPLATES;
};

/** Completes the options by questions, if there is a person to ask. Returns nothing when the person cancels. */
async function choose(options: Options, host: CreateHost, language: Language): Promise<Choice | undefined> {
  const say = SAY[language];
  const { template, install } = options;
  if (template !== undefined && !isTemplate(template)) throw new Refusal(say.noSuchTemplate(template));
  const packages = options.packages === undefined ? undefined : resolve(host.cwd, options.packages);
  if (packages !== undefined && !(existsSync(packages) && Object.hasOwn(packedFiles(packages), 'sekisho')))
    throw new Refusal(say.noPackages(packages));
  const folder = options.folder ?? (await askFolder(host, language));
  if (folder === undefined) return undefined;
  checkFolder(folder, host, language);
  const chosen = template ?? (await askTemplate(host, language));
  if (!isTemplate(chosen)) return undefined;
  return { folder: resolve(host.cwd, folder), template: chosen, packages, install };
}

function checkFolder(folder: string, host: CreateHost, language: Language): void {
  const problem = folderProblem(resolve(host.cwd, folder));
  if (problem !== undefined) throw new Refusal(SAY[language][problem](folder));
}

async function askFolder({ terminal }: CreateHost, language: Language): Promise<string | undefined> {
  const say = SAY[language];
  if (!terminal) throw new Refusal(say.folderMissing);
  const prompts = await import('@clack/prompts');
  const answer = await prompts.text({
    ...terminal,
    message: say.whichFolder,
    defaultValue: 'my-agent',
    placeholder: 'my-agent',
  });
  return prompts.isCancel(answer) ? undefined : answer;
}

async function askTemplate({ terminal }: CreateHost, language: Language): Promise<string | undefined> {
  const say = SAY[language];
  if (!terminal) throw new Refusal(say.templateMissing);
  const prompts = await import('@clack/prompts');
  const options = Object.entries(TEMPLATES).map(([value, about]) => ({ value, label: about[language] }));
  const answer = await prompts.select({ ...terminal, message: say.whichTemplate, options });
  return prompts.isCancel(answer) ? undefined : answer;
}

async function create(choice: Choice, host: CreateHost, language: Language): Promise<number> {
  const { folder, template, packages, install } = choice;
  const say = SAY[language];
  createProject(folder, template, packages);
  const shown = relative(host.cwd, folder) || '.';
  host.print(say.created(shown));
  if (install) {
    host.print(say.installing);
    const code = await npmInstall(folder);
    if (code !== 0) {
      host.complain(packages === undefined ? say.notOnNpm(shown) : say.installFailed(shown));
      return 1;
    }
  }
  const steps = [
    ...(shown === '.' ? [] : [`cd ${/[^\w./\\:-]/.test(shown) ? `"${shown}"` : shown}`]),
    ...(install ? [] : ['npm install']),
    'npm start',
    'npm test',
  ];
  host.print(say.next(steps.map((step) => `  ${step}`).join('\n')));
  const version = nodeOfNpm(host.env);
  const accepted = version === undefined ? undefined : versionsInsteadOf(version);
  if (version !== undefined && accepted !== undefined) host.complain(say.oldNode(version, accepted));
  return 0;
}

/** The scripts of a clone use its own Node. The version that npm runs on is the one that starts the project later. */
const nodeOfNpm = (env: Environment): string | undefined =>
  /(?:^| )node\/v(\d+\.\d+\.\d+)/.exec(env['npm_config_user_agent'] ?? '')?.[1];

async function npmInstall(cwd: string): Promise<unknown> {
  const isWindows = process.platform === 'win32';
  const child = spawn('npm', ['install', '--no-audit', '--no-fund'], {
    cwd,
    stdio: 'inherit',
    shell: isWindows,
  });
  const [code] = await Promise.race([once(child, 'exit'), once(child, 'error').then(() => [1])]);
  return code;
}

const names = Object.keys(TEMPLATES).join(', ');

const SAY = {
  en: {
    whichFolder: 'Folder of the new project',
    whichTemplate: 'What should it be?',
    folderMissing: 'Name the folder of the new project.',
    templateMissing: `Name a template with --template: ${names}.`,
    noSuchTemplate: (name: string) => `There is no template "${name}". Templates: ${names}.`,
    noPackages: (folder: string) =>
      `${folder} does not contain the package sekisho. Run "npm run pack:all" in the clone first.`,
    exists: (folder: string) => `The folder ${folder} exists and is not empty. Choose another name.`,
    'is a file': (folder: string) => `${folder} is a file. Choose another name.`,
    created: (folder: string) => `Created ${folder}.`,
    installing: 'Installing its packages…',
    installFailed: (folder: string) =>
      `npm could not install the packages. The files are in ${folder}; run "npm install" there.`,
    notOnNpm: (folder: string) =>
      `npm could not install the packages. The files are in ${folder}. As long as Sekisho is not on npm, run "npm run pack:all" in a clone, remove the folder and add --packages FOLDER.`,
    next: (steps: string) => `Next:\n${steps}`,
    oldNode: (version: string, accepted: string) =>
      `Your Node ${version} is too old for the project (${accepted}). Install Node 24 first.`,
    seeHelp: 'create-sekisho --help shows the options.',
  },
  ja: {
    whichFolder: '新しいプロジェクトのフォルダー',
    whichTemplate: 'どのテンプレートを使いますか？',
    folderMissing: '新しいプロジェクトのフォルダーを指定してください。',
    templateMissing: `--template でテンプレートを指定してください: ${names}`,
    noSuchTemplate: (name: string) => `テンプレート "${name}" はありません。テンプレート: ${names}`,
    noPackages: (folder: string) =>
      `${folder} にパッケージ sekisho がありません。先にクローンで npm run pack:all を実行してください。`,
    exists: (folder: string) => `フォルダー ${folder} は空ではありません。別の名前を指定してください。`,
    'is a file': (folder: string) => `${folder} はファイルです。別の名前を指定してください。`,
    created: (folder: string) => `${folder} を作成しました。`,
    installing: 'パッケージをインストールしています…',
    installFailed: (folder: string) =>
      `npm がパッケージをインストールできませんでした。ファイルは ${folder} にあります。そこで npm install を実行してください。`,
    notOnNpm: (folder: string) =>
      `npm がパッケージをインストールできませんでした。ファイルは ${folder} にあります。Sekisho が npm で公開されるまでは、クローンで npm run pack:all を実行し、フォルダーを削除して --packages フォルダー を付けてください。`,
    next: (steps: string) => `次の手順:\n${steps}`,
    oldNode: (version: string, accepted: string) =>
      `お使いの Node ${version} は、このプロジェクトには古すぎます（${accepted}）。先に Node 24 をインストールしてください。`,
    seeHelp: 'オプションは create-sekisho --help で表示します。',
  },
} as const;

const HELP: Readonly<Record<Language, string>> = {
  en: `create-sekisho [folder] [options]: creates an agent whose tool calls pass the gate of Sekisho.

  --template NAME, -t   ${Object.entries(TEMPLATES)
    .map(([name, { en }]) => `${name}: ${en}`)
    .join('; ')}
  --packages FOLDER     installs the packages that "npm run pack:all" has put into this folder, not those on npm
  --no-install          creates the files only
  --lang en|ja          the language of the messages; the default is the one of the locale

Without a folder or a template, it asks in a terminal. Exit codes: 0 success, 1 failure, 2 invalid command line.`,
  ja: `create-sekisho [フォルダー] [オプション]: ツール呼び出しが関所を通るエージェントを作成します。

  --template 名前, -t   ${Object.entries(TEMPLATES)
    .map(([name, { ja }]) => `${name}: ${ja}`)
    .join('、')}
  --packages フォルダー  npm ではなく、npm run pack:all がこのフォルダーに置いたパッケージを使います
  --no-install          ファイルだけを作成します
  --lang en|ja          メッセージの言語。既定値はロケールの言語です

フォルダーやテンプレートを省略すると、ターミナルで質問します。終了コード: 0 成功、1 失敗、2 引数の誤り。`,
};
