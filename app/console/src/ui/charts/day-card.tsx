import type { ReactNode } from 'react';
import { Table } from '../display/table.tsx';
import { ChartCard, type ChartList } from './chart-card.tsx';
import { DayChart, type ChartSeries } from './day-chart.tsx';

/** A chart over days with its values as a table. Without any value, a text instead of an empty chart. */
export function DayCard(props: {
  readonly title: string;
  readonly note?: string | undefined;
  readonly list?: ChartList | undefined;
  readonly kind: 'bars' | 'lines';
  readonly days: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  /** The top of the axis. The default is a round number above the values. */
  readonly max?: number;
  readonly texts: { readonly day: string; readonly table: string; readonly empty: string };
}): ReactNode {
  const { days, series, texts, format } = props;
  // A line at zero is a value; a bar of zero is not drawn.
  const isNothing = (value: number | null) => value === null || (props.kind === 'bars' && value === 0);
  const isEmpty = series.every(({ values }) => values.every(isNothing));
  return (
    <ChartCard
      title={props.title}
      note={props.note}
      list={props.list}
      tableLabel={texts.table}
      empty={isEmpty ? texts.empty : undefined}
      chart={<DayChart kind={props.kind} days={days} series={series} format={format} max={props.max} />}
      table={
        <Table
          caption={props.title}
          rows={days.map((day, index) => ({ day, index }))}
          keyOf={({ day }) => day}
          columns={[
            { key: 'day', heading: texts.day, cell: ({ day }) => day },
            ...series.map(({ key, label, values }) => ({
              key,
              heading: label,
              numeric: true,
              cell: ({ index }: { readonly index: number }) => {
                const value = values[index] ?? null;
                return value === null ? '–' : format(value);
              },
            })),
          ]}
        />
      }
    />
  );
}
