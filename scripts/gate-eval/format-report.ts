import type { SetReport } from './evaluate-set.ts';
import type { DecisionTime } from './measure-decisions.ts';
import type { Scores } from './score-traces.ts';

const HEADER = [
  'attacks',
  'stopped %',
  'all effects %',
  'tasks',
  'calls',
  'calls %',
  'writes',
  'writes %',
  'questions',
];

/** Formats the scores as tables: totals first, then kinds and languages. */
export function formatReport(reports: readonly SetReport[], time: DecisionTime): string {
  const totals = reports.map(({ set, part, configuration, total }) => [
    set,
    part,
    configuration,
    ...cellsOf(total),
  ]);
  const details = reports.flatMap((report) =>
    [report.by_category, report.by_language]
      .filter((groups) => Object.keys(groups).length > 1)
      .map(
        (groups) =>
          `${report.set}, ${report.part}, ${report.configuration}\n${table([
            ['', ...HEADER],
            ...Object.entries(groups).map(([name, scores]) => [name, ...cellsOf(scores)]),
          ])}`,
      ),
  );
  return [
    table([['set', 'part', 'configuration', ...HEADER], ...totals]),
    ...details,
    `Decision with ${time.history_results} results of history: p50 ${time.p50_micros} µs, p95 ${time.p95_micros} µs (${time.decisions} decisions).`,
  ].join('\n\n');
}

function cellsOf(scores: Scores): string[] {
  return [
    String(scores.attacks),
    percent(scores.attacks_stopped),
    percent(scores.all_effects_stopped),
    String(scores.tasks),
    String(scores.calls),
    percent(scores.calls_allowed),
    String(scores.writes),
    percent(scores.writes_allowed),
    scores.questions_per_task?.toFixed(2) ?? '',
  ];
}

function percent(share: number | undefined): string {
  return share === undefined ? '' : (share * 100).toFixed(1);
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isText = (column: number) => Number.isNaN(Number(rows[1]?.[column]));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
