import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The list that a chart summarizes. */
export interface ChartList {
  readonly to: string;
  readonly search?: Record<string, string>;
  readonly label: string;
}

/** A chart with its heading, the list that it summarizes, and its values as a table. */
export function ChartCard(props: {
  readonly title: string;
  readonly note?: string | undefined;
  readonly list?: ChartList | undefined;
  readonly tableLabel: string;
  /** Displayed instead of the chart and the table when there are no values. */
  readonly empty?: string | undefined;
  readonly chart?: ReactNode;
  readonly table: ReactNode;
}): ReactNode {
  return (
    <div
      role="group"
      aria-label={props.title}
      className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-card p-4 lg:last:odd:col-span-2"
    >
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
      {props.empty !== undefined && <p className="py-6 text-center text-soft">{props.empty}</p>}
      {props.empty === undefined && props.chart}
      {props.empty === undefined &&
        (props.chart === undefined ? (
          props.table
        ) : (
          <details className="text-small">
            <summary className="min-h-8 cursor-pointer text-soft">{props.tableLabel}</summary>
            {props.table}
          </details>
        ))}
    </div>
  );
}

/** A horizontal bar in a cell of a table, beside its value. The bar is decorative. */
export function ValueBar(props: {
  readonly value: number;
  readonly max: number;
  readonly color?: string;
  readonly children: ReactNode;
}): ReactNode {
  const share = props.max === 0 ? 0 : (props.value / props.max) * 100;
  return (
    <span className="flex items-center justify-end gap-2 whitespace-nowrap">
      <span aria-hidden="true" className="h-2 w-16 overflow-hidden rounded-sm bg-sunken">
        <svg
          viewBox="0 0 100 10"
          preserveAspectRatio="none"
          className={`block size-full ${props.color ?? 'text-info'}`}
        >
          <rect width={share} height="10" fill="currentColor" />
        </svg>
      </span>
      {props.children}
    </span>
  );
}
