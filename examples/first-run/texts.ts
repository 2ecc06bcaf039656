import type { Language } from './language.ts';

/** The texts of the example in one language. */
export interface Texts {
  readonly title: string;
  readonly intro: readonly string[];
  readonly request: string;
  readonly user: string;
  readonly agent: string;
  readonly process: string;
  readonly allowed: string;
  readonly approved: string;
  readonly waits: string;
  readonly refused: string;
  readonly processEnds: string;
  readonly question: string;
  readonly noTerminal: (answer: 'y' | 'n') => string;
  readonly answerGiven: (answer: 'y' | 'n') => string;
  readonly keepReason: string;
  readonly exists: string;
  readonly deleted: string;
  readonly columns: readonly [string, string, string, string, string];
  readonly verified: (records: number) => string;
  readonly broken: (seq: number, why: string) => string;
  readonly kept: (folder: string) => string;
  readonly removed: string;
  readonly steps: {
    readonly first: string;
    readonly you: string;
    readonly second: string;
    readonly folder: string;
    readonly log: string;
  };
  readonly usage: string;
}

/** The texts in English and Japanese. */
export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    title: 'Sekisho: a first run',
    intro: [
      'An agent receives the task to tidy up a folder. It may list files, but a deletion needs your approval.',
      'The model is scripted, so no API key and no network are needed. Files, processes and the store are real.',
    ],
    request: 'Please tidy up this folder.',
    user: 'user',
    agent: 'agent',
    process: 'process',
    allowed: 'allowed, done',
    approved: 'approved, done',
    waits: 'waiting for a person',
    refused: 'denied, not executed',
    processEnds: 'This process exits now. The suspended run is in the store.',
    question: 'Approve? [y/N] ',
    noTerminal: (answer) => `There is no terminal, so the decision is "${answer}".`,
    answerGiven: (answer) => `Decision from the command line: "${answer}".`,
    keepReason: 'I still need this file.',
    exists: 'exists',
    deleted: 'was deleted',
    columns: ['no.', 'event', 'decision', 'tool', 'by'],
    verified: (records) => `Verified: ${records} records, none changed or missing.`,
    broken: (seq, why) => `NOT verified: record ${seq}. ${why}`,
    kept: (folder) => `The data is stored in ${folder}`,
    removed: 'The temporary folder was removed. Use --keep to keep it.',
    steps: {
      first: 'The first process runs the agent',
      you: 'The gate requests your approval',
      second: 'A second process resumes the run',
      folder: 'The folder now',
      log: 'The audit log',
    },
    usage: 'Usage: npm run story -- [--answer y|n] [--lang en|ja] [--keep]',
  },
  ja: {
    title: 'Sekisho（関所）: はじめての実行',
    intro: [
      'エージェントにフォルダーの整理を依頼します。ファイルの一覧は自由に読めますが、削除にはあなたの承認が必要です。',
      'モデルの応答は固定されているため、API キーもネットワークも不要です。ファイル・プロセス・ストアは本物です。',
    ],
    request: 'このフォルダーを片付けてください。',
    user: '利用者',
    agent: 'エージェント',
    process: 'プロセス',
    allowed: '許可され、実行済み',
    approved: '承認され、実行済み',
    waits: '人の判断待ち',
    refused: '拒否され、未実行',
    processEnds: 'このプロセスはここで終了します。中断中の実行はストアに保存されています。',
    question: '承認しますか？ [y/N] ',
    noTerminal: (answer) => `端末がないため、判断は「${answer}」とします。`,
    answerGiven: (answer) => `コマンドラインで指定された判断: 「${answer}」`,
    keepReason: 'このファイルはまだ必要です。',
    exists: 'は存在します',
    deleted: 'は削除されました',
    columns: ['番号', 'イベント', '判定', 'ツール', '判断者'],
    verified: (records) => `検証済み: ${records} 件。変更も欠落もありません。`,
    broken: (seq, why) => `検証に失敗しました: ${seq} 番。${why}`,
    kept: (folder) => `データは次の場所に残しています: ${folder}`,
    removed: 'この実行のフォルダーは削除しました。--keep を付けると残ります。',
    steps: {
      first: '1つ目のプロセスがエージェントを動かす',
      you: '関所があなたに承認を依頼する',
      second: '2つ目のプロセスが実行を再開する',
      folder: '現在のフォルダー',
      log: '監査ログ',
    },
    usage: '使い方: npm run story -- [--answer y|n] [--lang en|ja] [--keep]',
  },
};
