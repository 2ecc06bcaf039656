import { option, type CommandDefinition } from '../command.ts';

const YES = option(undefined, 'writes without asking', '確認せずに書き込む');

/** The commands of the gate for coding agents. */
export const HOOK_COMMANDS: Readonly<Record<string, CommandDefinition>> = {
  up: {
    usage: '',
    about: {
      en: 'Runs the resident process that decides about the calls of coding agents, on this machine only.',
      ja: 'コーディングエージェントの呼び出しを判定する常駐プロセスを、このマシン内で起動します。',
    },
    options: { port: option('N', 'the port (default 7417)', 'ポート（既定 7417）') },
    load: async () => (await import('./up.ts')).upCommand,
  },
  'hook install': {
    usage: 'claude|codex|gemini',
    about: {
      en: 'Adds the hooks to the configuration of a coding agent after showing the change.',
      ja: 'コーディングエージェントの設定に、変更内容を表示したうえでフックを追加します。',
    },
    options: {
      yes: YES,
      wait: option(
        'SECONDS',
        'how long a call waits for a decision (default 570)',
        '判断を待つ秒数（既定 570）',
      ),
    },
    positionals: { min: 1, max: 1 },
    load: async () => (await import('./install.ts')).installCommand,
  },
  'hook remove': {
    usage: 'claude|codex|gemini',
    about: { en: 'Removes the hooks and nothing else.', ja: 'フックだけを取り除きます。' },
    options: { yes: YES },
    positionals: { min: 1, max: 1 },
    load: async () => (await import('./install.ts')).removeCommand,
  },
  'hook status': {
    usage: '',
    about: {
      en: 'Prints which coding agents have the hooks, and whether they can fail open.',
      ja: 'フックの設定状況と、失敗時に素通りしないかを表示します。',
    },
    load: async () => (await import('./install.ts')).hookStatusCommand,
  },
};
