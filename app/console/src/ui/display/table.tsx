import type { ReactNode } from 'react';
import { classNames } from '../controls/class-names.ts';

/** A column: its heading and the content of its cells. */
export interface Column<Row> {
  readonly key: string;
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
}

/**
 * A table that scrolls horizontally on a narrow screen, or that stacks the cells of each row below each other there. The
 * roles are explicit, because a stacked table is not a table for a browser.
 */
export function Table<Row>(props: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly stacks?: boolean;
}): ReactNode {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={props.caption}>
      <table
        role="table"
        className={classNames('w-full border-collapse text-body', props.stacks && 'stacks')}
      >
        <caption className="sr-only">{props.caption}</caption>
        <thead role="rowgroup">
          <tr role="row" className="border-b border-line text-left text-small text-soft">
            {props.columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                role="columnheader"
                className={classNames(
                  'px-3 py-2 font-semibold whitespace-nowrap',
                  column.numeric && 'text-right',
                )}
              >
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {props.rows.map((row) => (
            <tr key={props.keyOf(row)} role="row" className="border-b border-line align-top last:border-0">
              {props.columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  data-heading={column.heading}
                  className={classNames('px-3 py-2', column.numeric && 'numeric text-right')}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
