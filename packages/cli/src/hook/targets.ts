import { join } from 'node:path';
import type { LocalizedText } from '@sekisho/engine';
import type { CommandHost } from '../command.ts';
import type { Client } from './replies.ts';

type Place = Pick<CommandHost, 'home' | 'env'>;

/** A hook as `hook install` writes it, before it has the form of the client. */
interface InstalledHook {
  readonly command: string;
  /** The time limit in seconds, which is longer than the launcher takes. */
  readonly seconds: number;
}

/** Where a client reads its hooks, and in which form. */
export interface HookTarget {
  readonly title: string;
  /** Whether `npm run test:integrations` runs the hooks in the real client. */
  readonly isTested: boolean;
  readonly file: (place: Place) => string;
  readonly before: string;
  readonly others: readonly string[];
  /** Whether the client names the event in its message. Otherwise the command names it. */
  readonly isNamed: boolean;
  /** The fields that make the client stop a tool when its hook fails, if it can. */
  readonly failClosed: Readonly<Record<string, unknown>>;
  /** Returns the entry of an event. `fields` are those of the event before a tool starts. */
  readonly entry: (hook: InstalledHook, fields: Readonly<Record<string, unknown>> | undefined) => object;
  /** When the client starts a tool although its hook failed. Undefined: never, as far as it was tested. */
  readonly open?: LocalizedText | undefined;
}

const grouped =
  (unit: number): HookTarget['entry'] =>
  ({ command, seconds }, fields) => ({
    ...(fields && { matcher: '*' }),
    hooks: [{ type: 'command', command, timeout: seconds * unit, ...fields }],
  });

const configFolder = ({ home, env }: Place) => env['XDG_CONFIG_HOME'] || join(home, '.config');

export const codexFolder = ({ home, env }: Place) => env['CODEX_HOME'] || join(home, '.codex');
export const opencodeFolder = (place: Place) => join(configFolder(place), 'opencode');

const FAIL_OPEN: LocalizedText = {
  en: 'when the shell of the hook itself is killed or exceeds the time limit',
  ja: 'フックのシェル自体が強制終了または時間切れになると',
};

export const TARGETS: Readonly<Record<Client, HookTarget>> = {
  claude: {
    title: 'Claude Code',
    isTested: true,
    file: ({ home, env }) => join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'settings.json'),
    before: 'PreToolUse',
    others: ['UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure', 'Stop'],
    isNamed: true,
    failClosed: { onFailure: 'block' },
    entry: grouped(1),
  },
  codex: {
    title: 'Codex',
    isTested: true,
    file: (place) => join(codexFolder(place), 'hooks.json'),
    before: 'PreToolUse',
    others: ['UserPromptSubmit', 'PostToolUse', 'Stop'],
    isNamed: true,
    failClosed: {},
    entry: grouped(1),
    open: FAIL_OPEN,
  },
  gemini: {
    title: 'Gemini CLI',
    isTested: true,
    file: ({ home }) => join(home, '.gemini', 'settings.json'),
    before: 'BeforeTool',
    others: ['BeforeAgent', 'AfterTool', 'AfterAgent'],
    isNamed: true,
    failClosed: {},
    entry: grouped(1_000),
    open: FAIL_OPEN,
  },
  opencode: {
    title: 'opencode',
    isTested: true,
    file: (place) => join(opencodeFolder(place), 'plugins', 'sekisho.js'),
    before: 'PreToolUse',
    others: [],
    isNamed: true,
    failClosed: {},
    entry: () => ({}),
  },
  cursor: {
    title: 'Cursor',
    isTested: false,
    file: ({ home }) => join(home, '.cursor', 'hooks.json'),
    before: 'preToolUse',
    others: ['beforeSubmitPrompt', 'postToolUse', 'postToolUseFailure', 'stop'],
    isNamed: true,
    failClosed: { failClosed: true },
    entry: ({ command, seconds }, fields) => ({ command, timeout: seconds, ...fields }),
  },
  copilot: {
    title: 'GitHub Copilot CLI',
    isTested: false,
    file: ({ home }) => join(home, '.copilot', 'hooks', 'sekisho.json'),
    before: 'preToolUse',
    others: ['userPromptSubmitted', 'postToolUse', 'postToolUseFailure', 'agentStop'],
    isNamed: false,
    failClosed: {},
    entry: ({ command, seconds }) => ({ type: 'command', bash: command, timeoutSec: seconds }),
    open: {
      en: 'when the hook exceeds the time limit, according to its documentation',
      ja: '公式文書によれば、フックが時間切れになると',
    },
  },
};
