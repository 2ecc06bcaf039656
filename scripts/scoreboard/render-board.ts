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
  },
  ja: {
    title: '# スコアボード',
    other: '[English](../scoreboard.md)',
    lead: 'この版の計測結果です。このページは `npm run scoreboard` が [figures.json](../figures.json) から作ります。`npm run scoreboard -- --run` で計測し直せます。計測していない数値は「未計測」と表示します。',
    missing: '未計測',
    command: 'コマンド',
    date: '計測日',
    bench: '../bench.md',
  },
} as const;

/** Returns the page with all tables in a language. */
export function renderBoard(figures: Figures, language: Language): string {
  const words = WORDS[language];
  return `${[words.title, words.other, words.lead, ...BOARD.map((table) => renderTable(table, figures, language))].join('\n\n')}\n`;
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
