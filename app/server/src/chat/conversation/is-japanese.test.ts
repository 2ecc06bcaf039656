import { describe, expect, it } from 'vitest';
import { cpuGrowth } from '../../../../../test/cpu-growth.ts';
import { isJapanese } from './is-japanese.ts';

const fence = (text: string, label = 'json') => `\`\`\`${label}\n${text}\n\`\`\``;

const japanese: [string, string][] = [
  ['a sentence', '業種を教えてください。'],
  ['a short response', 'はい。'],
  ['one kana', 'え'],
  ['katakana', 'オンボーディング'],
  ['half-width katakana', 'ｵﾝﾎﾞｰﾃﾞｨﾝｸﾞ'],
  ['kanji without kana', '承知'],
  ['a heading of kanji', '採用要件定義'],
  ['a long name of kanji', '株式会社日本総合研究所人事部'],
  ['the name of a law', '個人情報保護法第二十三条第一項の規定'],
  ['rare kanji in a name', '髙橋さんと﨑山さんに確認してください。'],
  ['a date', '2027年3月31日'],
  ['OK', 'OK'],
  ['a number', '42'],
  ['an amount', '1,200 円'],
  ['a web address', 'https://example.com/the/way/to/you?q=what+is+this'],
  ['an email address', 'please.help.me@corp.example'],
  ['a path', 'docs/guides/what/is/this.md'],
  ['a name in Latin letters', 'Taro Yamada'],
  ['a company name', 'Bank of America'],
  ['a version', 'Node.js 24 LTS'],
  ['a command', 'npm run build'],
  ['an empty text', ''],
  ['an emoji', '👍'],
  ['only code', fence('const what = "is this the answer you are looking for?";', 'ts')],
  ['only a structured response', fence('{"answer":"What is the goal of your process?"}')],
  ['an unclosed code block', 'はい。\n```ts\nif (this.is) { return the.answer; }'],
  ['inline code', '`is this the one` を実行してください。'],
  ['inline code with double backticks', '``what `is` this`` を実行してください。'],
  [
    'English code after Japanese',
    `下書きです。\n\n${fence('// This is what you asked for.\nconst a = 1;', 'ts')}`,
  ],
  [
    'technical text',
    'Node.js の ResponsesClient で maxRetries を 1 に、OPENAI_TIMEOUT_MS を 60000 に設定し、docker compose up を実行します。',
  ],
  [
    'technical text with more Latin than kana',
    'TypeScript、React、TanStack Query、Tailwind CSS、Hono を使う。',
  ],
  ['the abbreviation IT', '業種は IT ですね。WHO の基準も US の規則も対象です。'],
  ['an English title', '「What is your goal?」という質問への回答が必要です。'],
  [
    'quoted English text of the user',
    'ありがとうございます（業種: retail、ゴール: to hire two engineers）。期限はいつですか。',
  ],
  ['a table', '| 工程 | 期限 |\n|---|---|\n| 面接 | 2027-03-31 |\n| 内定 | 2027-04-15 |'],
  ['a table with English headings', '| seq | name | basis |\n|:--|--:|---|\n| 1 | 採用要件の定義 | goal |'],
  ['a list', '- 採用要件の定義\n- 書類選考\n- 面接'],
  [
    'a line of English in a long Japanese response',
    `${'採用の工程を下書きしました。期限を確認してください。'.repeat(3)}\nThank you.`,
  ],
  ['a quotation in Chinese', '中国語では「请告诉我您的行业」と言います。'],
  ['Greek letters', 'α と β の差を計算します。'],
  ['HTML', '<strong class="what is this">重要</strong>な点です。'],
];

const foreign: [string, string][] = [
  ['an English sentence', 'Which industry are you in?'],
  ['two English words', 'Thank you.'],
  ['one English word', 'Sure.'],
  ['English with code in Japanese', `Here is your draft.\n\n${fence('{"answer":"下書きです"}')}`],
  ['English with a structured response', `What is the goal of this process?\n\n${fence('{"schema":"a"}')}`],
  ['English with a Japanese word', 'I made a draft for 採用. Please tell me what you want to change.'],
  ['English with one Japanese sentence', `はい。\n${'This is the draft that you asked for. '.repeat(3)}`],
  [
    'an English table',
    '| Step | Description |\n|---|---|\n| 1 | Define what you need |\n| 2 | This is the interview |',
  ],
  ['an English list', '- Define what you need\n- Write the job posting\n- Interview the candidates'],
  ['French', 'Quel est votre secteur et quel est le but de ce projet ?'],
  [
    'German',
    'In welcher Branche arbeiten Sie und welches Ziel haben Sie damit vor Augen, bitte kurz erzählen',
  ],
  ['romaji', 'gyoushu wo oshiete kudasai'],
  ['Chinese', '请告诉我您的行业。'],
  ['short Chinese', '好的。'],
  ['Chinese without typical Chinese characters', '目标日期是三月三十一日。'],
  ['traditional Chinese', '請告訴我您的行業，以及這個流程的目標。'],
  ['long traditional Chinese', '目標日期三月三十一日，負責部門人事部，流程名稱新進人員招募作業'],
  ['Chinese with a Japanese name', '我们为您准备了ソニー公司的招聘流程，请确认各个步骤的日期和负责人。'],
  ['Chinese with one kana', '請您確認優の良品公司的新進人員招募流程以及負責人。'],
  ['Korean', '업종을 알려 주세요.'],
  ['Russian', 'Какая у вас отрасль?'],
  ['Thai', 'คุณทำงานในอุตสาหกรรมใด'],
];

describe('isJapanese', () => {
  it.each(japanese)('accepts %s', (_case, answer) => {
    expect(isJapanese(answer)).toBe(true);
  });

  it.each(foreign)('rejects %s', (_case, answer) => {
    expect(isJapanese(answer)).toBe(false);
  });

  it.each(['`', '```', '「', '"', '|', '-', 'a/', '<a', 'あ`', 'I '])(
    'takes time proportional to the number of repetitions of %j',
    (piece) => {
      expect(cpuGrowth((size) => isJapanese(piece.repeat(size / piece.length)), 7_500)).toBeLessThan(32);
    },
  );
});
