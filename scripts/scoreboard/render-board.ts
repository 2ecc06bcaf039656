import { BOARD, type Table } from './board.ts';
import type { Figures } from './figures.ts';

type Language = 'en' | 'ja';

const WORDS = {
  en: {
    title: '# Scoreboard',
    other: '[日本語](ja/scoreboard.md)',
    lead: 'Recorded results of this version. `npm run scoreboard` writes this page from [figures.json](figures.json); `npm run scoreboard -- --run` measures again. A figure that was not measured is shown as such.',
    missing: 'not measured',
    command: 'command',
    date: 'date',
    bench: 'bench.md',
    mutants: `## Mutation testing

500 mutants of \`packages/engine/src/turn\` and \`packages/engine/src/gate\` were drawn at random on 2026-11-19, a file with a probability proportional to its lines. Each changes one operator, condition, literal or statement. The tests killed 87.0 % of them (95 % interval 83.8 to 89.7 %): 85.6 % in \`turn\` (79.0 to 90.4 %) and 87.6 % in \`gate\` (83.7 to 90.6 %). Before tests were added for the survivors of this sample it was 72.8 % (68.7 to 76.5 %), and of 121 further mutants, for which no tests were written, the tests of the engine alone killed 79.3 % (71.3 to 85.6 %). The mutants come from the instrumenter of StrykerJS 9.6, with two more mutators for numbers and removed statements. The runner is not part of this repository, so no command repeats this measurement.`,
  },
  ja: {
    title: '# スコアボード',
    other: '[English](../scoreboard.md)',
    lead: 'この版の計測結果です。このページは `npm run scoreboard` が [figures.json](../figures.json) から作ります。`npm run scoreboard -- --run` で計測し直せます。計測していない数値は「未計測」と表示します。',
    missing: '未計測',
    command: 'コマンド',
    date: '計測日',
    bench: '../bench.md',
    mutants: `## ミューテーションテスト

2026-11-19 に、\`packages/engine/src/turn\` と \`packages/engine/src/gate\` から 500 個のミュータントを無作為に抽出しました（ファイルが選ばれる確率は行数に比例）。各ミュータントは、演算子、条件、リテラル、文のいずれか 1 か所を変えたものです。テストはその 87.0 %（95 % 信頼区間 83.8～89.7 %）を検出しました。\`turn\` では 85.6 %（79.0～90.4 %）、\`gate\` では 87.6 %（83.7～90.6 %）です。この標本で検出できなかったものに対するテストを追加する前は 72.8 %（68.7～76.5 %）でした。テストを追加する対象にしなかった別の 121 個では、エンジンのテストだけで 79.3 %（71.3～85.6 %）を検出しました。ミュータントは StrykerJS 9.6 の instrumenter で作り、数値の変更と文の削除を加えました。実行用のプログラムはこのリポジトリに含まれないため、この計測を再現するコマンドはありません。`,
  },
} as const;

/** Returns the page with all tables in a language. */
export function renderBoard(figures: Figures, language: Language): string {
  const words = WORDS[language];
  const tables = BOARD.map((table) => renderTable(table, figures, language));
  return `${[words.title, words.other, words.lead, ...tables, words.mutants].join('\n\n')}\n`;
}

function renderTable({ title, note, columns, rows }: Table, figures: Figures, language: Language): string {
  const words = WORDS[language];
  const header = [
    '',
    ...columns.map((text) => fill(text[language], figures, '').trim()),
    words.command,
    words.date,
  ];
  const lines = rows.map(({ label, cells }) => {
    const measured = cells.flatMap(namesIn).map((name) => figures[name]);
    const sources = measured.filter((figure) => figure !== undefined);
    const commands = [...new Set(sources.map(({ command }) => `\`${command}\``))];
    const dates = [...new Set(sources.map(({ date }) => date))].toSorted();
    const values = cells.map((cell) =>
      namesIn(cell).every((name) => figures[name] === undefined)
        ? words.missing
        : fill(cell, figures, words.missing),
    );
    return [label[language], ...values, commands.join('<br>'), dates.join(', ')];
  });
  const table = [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  const sentence = note === undefined ? [] : [note[language].replace('BENCH', words.bench)];
  return [`## ${title[language]}`, ...sentence, table.join('\n')].join('\n\n');
}

const namesIn = (template: string): string[] =>
  [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);

const fill = (template: string, figures: Figures, missing: string): string =>
  template.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => figures[name]?.value ?? missing);
