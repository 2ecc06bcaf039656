import { writeCsvLine } from '../../http/write-csv-line.ts';
import { artifactLabel } from '../artifact-label.ts';
import { formatPlainDate, weekdayOf } from '../schedule/plain-date.ts';
import type { ProcessCase, StepStatus } from './process-case.ts';

const WEEKDAYS = ['日', '月', '火', '水', '木', '金', '土'];
const STATUSES: Readonly<Record<StepStatus, string>> = { todo: '未着手', doing: '進行中', done: '完了' };
const HEADINGS = ['番号', 'ステップ', '期日', '曜日', '状態', '固定', '担当', '必要な成果物', '依存'];

/** Writes a case as CSV for spreadsheets. The byte order mark makes Excel read it as UTF-8. */
export function writeCaseCsv(current: ProcessCase): string {
  const seqs = new Map(current.steps.map(({ id, seq }) => [id, seq]));
  const rows = current.steps.map((step) => [
    String(step.seq),
    step.name,
    formatPlainDate(step.dueDate),
    WEEKDAYS[weekdayOf(step.dueDate)] ?? '',
    STATUSES[step.status],
    step.isLocked ? '固定' : '',
    step.assignee ?? '',
    step.requiredArtifacts.map(artifactLabel).join(' / '),
    step.dependsOn.flatMap((id) => seqs.get(id) ?? []).join(' '),
  ]);
  return `\uFEFF${[HEADINGS, ...rows].map(writeCsvLine).join('')}`;
}
