import { resolve } from 'node:path';
import type { Settings } from './env.ts';

interface Started {
  readonly version: string;
  /** The URL with a login link, which works once. */
  readonly link: string;
  readonly settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'mode' | 'language'>;
}

/** Returns the start-up output: what is running, its URL, and how to stop it. */
export function describeStart({ version, link, settings }: Started): string {
  const { dataDir, databaseUrl, mode, language } = settings;
  const texts = TEXTS[language];
  const data =
    databaseUrl === undefined ? `${resolve(dataDir)} (SEKISHO_DATA_DIR)` : 'PostgreSQL (DATABASE_URL)';
  const lines = [
    texts.title(version),
    '',
    `  ${texts.open}  ${link}`,
    `  ${texts.data}  ${data}`,
    `  ${texts.model}  ${texts.modes[mode]}`,
    '',
    texts.stop,
  ];
  return `${lines.join('\n')}\n`;
}

const TEXTS = {
  en: {
    title: (version: string) => `Sekisho ${version}: the server and its web console are running.`,
    open: 'Open ',
    data: 'Data ',
    model: 'Model',
    modes: {
      mock: 'simulated; set AI_AGENT_MODE=openai and OPENAI_API_KEY to use a real model',
      openai: 'OpenAI (AI_AGENT_MODE=openai)',
    },
    stop: 'The link signs you in once, within an hour. Press Ctrl+C to stop the server.',
  },
  ja: {
    title: (version: string) => `Sekisho ${version}: サーバーと Web コンソールが起動しました。`,
    open: 'URL   ',
    data: 'データ',
    model: 'モデル',
    modes: {
      mock: 'シミュレーター（実際のモデルを使うには AI_AGENT_MODE=openai と OPENAI_API_KEY を設定）',
      openai: 'OpenAI（AI_AGENT_MODE=openai）',
    },
    stop: 'リンクは 1 時間以内に 1 回だけ使えます。停止するには Ctrl+C を押してください。',
  },
} as const;
