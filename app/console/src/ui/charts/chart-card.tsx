import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A chart with its heading, the list that it summarizes, and its values as a table. */
export function ChartCard(props: {
  readonly title: string;
  readonly note?: string | undefined;
  readonly list?: { readonly to: string; readonly search?: Record<string, string>; readonly label: string };
  readonly tableLabel: string;
  readonly chart?: ReactNode;
  readonly table: ReactNode;
}): ReactNode {
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-card p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-section font-semibold">{props.title}</h2>
        {props.list && (
          <Link
            to={props.list.to}
            search={props.list.search ?? {}}
            className="text-small font-semibold text-accent underline underline-offset-3"
          >
            {props.list.label}
          </Link>
        )}
      </div>
      {props.note !== undefined && <p className="text-small text-soft">{props.note}</p>}
      {props.chart}
      {props.chart === undefined ? (
        props.table
      ) : (
        <details className="text-small">
          <summary className="min-h-8 cursor-pointer text-soft">{props.tableLabel}</summary>
          {props.table}
        </details>
      )}
    </div>
  );
}
