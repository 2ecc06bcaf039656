import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import type { GanttRow } from './gantt-row.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';
import { revealHidden } from '../../i18n/reveal-hidden.ts';

/** The content of the chart as a table for screen readers. */
export function GanttTable(props: {
  readonly label: string;
  readonly rows: readonly GanttRow[];
  readonly format: (time: number) => string;
}): ReactNode {
  const t = useTexts(TEXTS);
  return (
    // The width of a table follows its content and ignores CSS; the width of a box around it does not.
    <div className="sr-only">
      <table>
        <caption>{t('table', { label: props.label })}</caption>
        <thead>
          <tr>
            {(['row', 'from', 'to', 'summary'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ id, label, from, to, summary }) => (
            <tr key={id}>
              <th scope="row">{revealHidden(label)}</th>
              <td>{props.format(from)}</td>
              <td>{props.format(to)}</td>
              <td>{revealHidden(summary)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const TEXTS = { en: textsEn, ja: textsJa };
