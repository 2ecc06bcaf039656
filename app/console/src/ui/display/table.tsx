import type { ReactNode } from 'react';
import { classNames } from '../controls/class-names.ts';

/** A column: its heading and the content of its cells. */
export interface Column<Row> {
  readonly key: string;
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
}

/** A table that scrolls horizontally on a narrow screen. */
export function Table<Row>(props: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}): ReactNode {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={props.caption}>
      <table className="w-full border-collapse text-body">
        <caption className="sr-only">{props.caption}</caption>
        <thead>
          <tr className="border-b border-line text-left text-small text-soft">
            {props.columns.map((column) => (
              <th
                key={column.key}
                scope="col"
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
        <tbody>
          {props.rows.map((row) => (
            <tr key={props.keyOf(row)} className="border-b border-line align-top last:border-0">
              {props.columns.map((column) => (
                <td
                  key={column.key}
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
