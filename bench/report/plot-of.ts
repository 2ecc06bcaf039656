import type { BenchCase } from '../bench-case.ts';
import type { PlotBar } from './draw-plot.ts';

/** One plot of a record: the cost of one kind of work compared with each other side. */
export interface Plot {
  readonly title: string;
  readonly bars: readonly PlotBar[];
}

/** Cases of the form "work · sides · clock" share a plot for each work; other cases share one. */
export function plotsOf(bench: string, cases: readonly BenchCase[]): readonly Plot[] {
  const plots = Map.groupBy(cases, ({ case: name }) => workOf(name) ?? bench);
  return [...plots].map(([title, members]) => ({
    title,
    bars: members.filter(({ ratio }) => Number.isFinite(ratio) && ratio > 0).map(barOf),
  }));
}

function workOf(name: string): string | undefined {
  const [work, ...rest] = name.split(SEPARATOR);
  return rest.length > 0 ? work : undefined;
}

function barOf({ case: name, ratio, goal }: BenchCase): PlotBar {
  const [work = '', ...rest] = name.split(SEPARATOR);
  return { label: rest.length > 0 ? rest.join(', ') : work, ratio, isMoreBetter: goal.startsWith('>=') };
}

const SEPARATOR = ' · ';
