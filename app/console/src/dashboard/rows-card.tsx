import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { ChartCard, type ChartList } from '../ui/charts/chart-card.tsx';
import { Table, type Column } from '../ui/display/table.tsx';
import { TEXTS } from './texts.ts';

/** The length of a list on the dashboard. */
const MAX_ROWS = 12;

/** A table with bars. The bars are relative to the largest size. */
export function RowsCard<Row extends { readonly id: string }>(props: {
  readonly title: string;
  readonly note?: string;
  readonly list: ChartList;
  readonly rows: readonly Row[];
  readonly columns: (max: number) => readonly Column<Row>[];
  readonly sizeOf: (row: Row) => number;
}): ReactNode {
  const t = useTexts(TEXTS);
  const rows = props.rows.slice(0, MAX_ROWS);
  return (
    <ChartCard
      title={props.title}
      note={props.note}
      list={props.list}
      tableLabel={t('table')}
      empty={rows.length === 0 ? t('none') : undefined}
      table={
        <Table
          caption={props.title}
          rows={rows}
          keyOf={({ id }) => id}
          columns={props.columns(Math.max(0, ...rows.map(props.sizeOf)))}
        />
      }
    />
  );
}
