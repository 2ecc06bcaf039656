import { formatPlainDate } from '../schedule/plain-date.ts';
import type { ProcessCase, StepInstance } from './process-case.ts';

const MAX_LINE_BYTES = 75;

/** Writes a case as a calendar with one all-day event per step. Importing it again updates the same events. */
export function writeCaseIcs(current: ProcessCase, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sekisho//Process templates//JA',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escape(current.name)}`,
    ...current.steps.flatMap((step) => writeEvent(step, current, stamp)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function writeEvent(step: StepInstance, { name, version }: ProcessCase, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${step.id}@sekisho`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${version}`,
    `DTSTART;VALUE=DATE:${compact(step.dueDate)}`,
    `DTEND;VALUE=DATE:${compact(step.dueDate + 1)}`,
    `SUMMARY:${escape(`${step.name}（${name}）`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function compact(date: number): string {
  return formatPlainDate(date).replaceAll('-', '');
}

function escape(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n|\r|\n/g, String.raw`\n`);
}

/** Folds a line at the length that the standard requires, never inside a character. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      lines.push(current);
      current = ' ';
      bytes = 1;
    }
    current += character;
    bytes += size;
  }
  return [...lines, current].join('\r\n');
}
