import { costOf, type TokenPrices } from '../runs/token-prices.ts';
import { mergeHistograms, quantile } from './histogram.ts';
import type { StatsCell } from './stats-cell.ts';

const MAX_FACETS = 200;

/** Returns the values of the filters. */
export function facetsOf(cells: readonly StatsCell[]) {
  const distinct = (of: (cell: StatsCell) => string) =>
    [...new Set(cells.map(of))]
      .filter((name) => name !== '')
      .toSorted()
      .slice(0, MAX_FACETS);
  return {
    applications: distinct(({ application }) => application),
    agents: distinct(({ agent }) => agent),
    tools: distinct(({ tool }) => tool),
  };
}

/** Adds cells: by day, person, rule, tool and application. */
export function summarizeCells(days: readonly string[], cells: readonly StatsCell[], prices: TokenPrices) {
  const byDay = Map.groupBy(cells, ({ day }) => day);
  return {
    days: days.map((day) => summarizeDay(day, byDay.get(day) ?? [], prices)),
    people: [...gather(cells.map(({ people }) => people))].map(([id, each]) => ({
      id,
      approved: sum(each, ({ approved }) => approved),
      denied: sum(each, ({ denied }) => denied),
      hasty: sum(each, ({ hasty }) => hasty),
      p50_ms: quantile(mergeHistograms(each.map(({ times }) => times)), 0.5),
    })),
    rules: [...gather(cells.map(({ rules }) => rules))].map(([id, each]) => ({
      id,
      asked: sum(each, ({ asked }) => asked),
      unchanged: sum(each, ({ unchanged }) => unchanged),
      edited: sum(each, ({ edited }) => edited),
      denied: sum(each, ({ denied }) => denied),
    })),
    tools: [...Map.groupBy(cells, ({ tool }) => tool)]
      .map(([id, each]) => {
        const durations = mergeHistograms(each.map((cell) => cell.durations));
        return {
          id,
          calls: sum(each, ({ calls }) => calls),
          failed: sum(each, ({ failed }) => failed),
          p50_ms: quantile(durations, 0.5),
          p95_ms: quantile(durations, 0.95),
        };
      })
      .filter(({ calls }) => calls > 0)
      .toSorted((one, other) => other.calls - one.calls),
    applications: [...Map.groupBy(cells, ({ application }) => application)]
      .map(([id, each]) => ({
        id,
        runs: sum(each, ({ runs }) => runs),
        tokens: sum(each, (cell) => cell.input_tokens + cell.output_tokens),
        cost_usd: costOfCells(each, prices),
      }))
      .filter(({ runs }) => runs > 0),
  };
}

function summarizeDay(day: string, cells: readonly StatsCell[], prices: TokenPrices) {
  const times = mergeHistograms(cells.map((cell) => cell.times));
  return {
    day,
    requested: sum(cells, ({ requested }) => requested),
    approved: sum(cells, ({ approved }) => approved),
    unchanged: sum(cells, ({ unchanged }) => unchanged),
    denied: sum(cells, ({ denied }) => denied),
    expired: sum(cells, ({ expired }) => expired),
    cancelled: sum(cells, ({ cancelled }) => cancelled),
    attacks: sum(cells, ({ attacks }) => attacks),
    p50_ms: quantile(times, 0.5),
    p90_ms: quantile(times, 0.9),
    tokens: sum(cells, (cell) => cell.input_tokens + cell.output_tokens),
    cost_usd: costOfCells(cells, prices),
  };
}

/** Returns the sum of the known costs. Null when there is none. */
function costOfCells(cells: readonly StatsCell[], prices: TokenPrices): number | null {
  const known = cells
    .filter(({ runs }) => runs > 0)
    .flatMap((cell) => {
      const tokens = { input: cell.input_tokens, output: cell.output_tokens };
      return costOf(prices, cell.application, tokens) ?? [];
    });
  return known.length === 0 ? null : sum(known, (cost) => cost);
}

function gather<Value>(records: readonly Readonly<Record<string, Value>>[]): Map<string, Value[]> {
  const gathered = new Map<string, Value[]>();
  for (const [key, value] of records.flatMap((record) => Object.entries(record)))
    gathered.set(key, [...(gathered.get(key) ?? []), value]);
  return gathered;
}

const sum = <Value>(values: readonly Value[], of: (value: Value) => number) =>
  values.reduce((total, value) => total + of(value), 0);
