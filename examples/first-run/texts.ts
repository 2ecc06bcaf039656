import type { Language } from './language.ts';

/** Everything that the story says, in one language. */
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
  readonly nobodyThere: (answer: 'y' | 'n') => string;
  readonly answerGiven: (answer: 'y' | 'n') => string;
  readonly keepReason: string;
  readonly isThere: string;
  readonly isGone: string;
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

/** The story in English and in Japanese. */
export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    title: 'Sekisho: a first run',
    intro: [
      'An agent is asked to tidy up a folder. It may look around, but before it deletes a file it has to ask you.',
      'The model is a script, so this needs no API key and no network. Files, processes and the store are real.',
    ],
    request: 'Please tidy up this folder.',
    user: 'user',
    agent: 'agent',
    process: 'process',
    allowed: 'allowed, done',
    approved: 'approved, done',
    waits: 'waits for a person',
    refused: 'refused, not run',
    processEnds: 'This process ends now. The run waits in the store.',
    question: 'Approve? [y/N] ',
    nobodyThere: (answer) => `There is no terminal to answer at, so the answer is "${answer}".`,
    answerGiven: (answer) => `Your answer from the command line: "${answer}".`,
    keepReason: 'I still need this file.',
    isThere: 'is there',
    isGone: 'is gone',
    columns: ['no.', 'event', 'decision', 'tool', 'by'],
    verified: (records) => `Verified: ${records} records, none changed, none missing.`,
    broken: (seq, why) => `NOT verified: record ${seq}. ${why}`,
    kept: (folder) => `Everything is kept in ${folder}`,
    removed: 'The folder of this story was removed. Run with --keep to look at it afterwards.',
    steps: {
      first: 'The first process runs the agent',
      you: 'The checkpoint asks you',
      second: 'A second process takes the run up again',
      folder: 'The folder now',
      log: 'The audit log',
    },
    usage: 'Usage: npm run story -- [--answer y|n] [--lang en|ja] [--keep]',
  },
  ja: {
    title: 'Sekisho（関所）: はじめての実行',
    intro: [
      'エージェントにフォルダーの片付けを頼みます。中を見るのは自由ですが、ファイルを消す前には必ずあなたに確認します。',
      'モデルは台本どおりに動くため、API キーもネットワークも不要です。ファイル・プロセス・ストアは本物です。',
    ],
    request: 'このフォルダーを片付けてください。',
    user: '利用者',
    agent: 'エージェント',
    process: 'プロセス',
    allowed: '許可され、実行済み',
    approved: '承認され、実行済み',
    waits: '人の判断待ち',
    refused: '拒否され、未実行',
    processEnds: 'このプロセスはここで終了します。実行はストアの中で待っています。',
    question: '承認しますか？ [y/N] ',
    nobodyThere: (answer) => `端末がないため、回答は「${answer}」とします。`,
    answerGiven: (answer) => `コマンドラインで指定された回答: 「${answer}」`,
    keepReason: 'このファイルはまだ必要です。',
    isThere: 'あります',
    isGone: '消えました',
    columns: ['番号', 'イベント', '判定', 'ツール', '判断者'],
    verified: (records) => `検証済み: ${records} 件。変更も欠落もありません。`,
    broken: (seq, why) => `検証に失敗しました: ${seq} 番。${why}`,
    kept: (folder) => `データは次の場所に残しています: ${folder}`,
    removed: 'この実行のフォルダーは削除しました。--keep を付けると残ります。',
    steps: {
      first: '1つ目のプロセスがエージェントを動かす',
      you: '関所があなたに尋ねる',
      second: '2つ目のプロセスが続きを引き受ける',
      folder: '現在のフォルダー',
      log: '監査ログ',
    },
    usage: '使い方: npm run story -- [--answer y|n] [--lang en|ja] [--keep]',
  },
};
