import { option, type CommandDefinition } from '../command.ts';
import { CLIENTS } from './replies.ts';

const YES = option(undefined, 'writes without asking', '確認せずに書き込む');

/** The commands of the gate for coding agents, and those that keep such an agent from approving its own calls. */
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
    usage: CLIENTS.join('|'),
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
      http: option(
        undefined,
        'claude: the client calls the resident process itself, without the launcher',
        'claude: ランチャーを使わず、クライアントが常駐プロセスを直接呼び出す',
      ),
      port: option(
        'N',
        'the port of the resident process, for --http (default 7417)',
        '--http で使うポート（既定 7417）',
      ),
    },
    positionals: { min: 1, max: 1 },
    load: async () => (await import('./install.ts')).installCommand,
  },
  'hook remove': {
    usage: CLIENTS.join('|'),
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
    load: async () => (await import('./check-hooks.ts')).hookStatusCommand,
  },
  lock: {
    usage: '',
    about: {
      en: 'Locks the key of the store with a passphrase. Without it, no program can approve, also if it runs as you.',
      ja: 'ストアの鍵をパスフレーズでロックします。同じ利用者の権限で動くプログラムでも、パスフレーズなしには承認できません。',
    },
    load: async () => (await import('../commands/setup.ts')).lockCommand,
  },
  unlock: {
    usage: '',
    about: { en: 'Removes the passphrase of the key.', ja: '鍵のパスフレーズを解除します。' },
    load: async () => (await import('../commands/setup.ts')).unlockCommand,
  },
};
