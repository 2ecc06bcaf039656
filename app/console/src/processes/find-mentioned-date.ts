import { parsePlainDate, type PlainDate } from '../../../server/src/processes/schedule/plain-date.ts';

const DATE = /(\d{4})(?:-|\/|年)(\d{1,2})(?:-|\/|月)(\d{1,2})/g;

/** Returns the last date in a text, written as 2027-03-31, 2027/3/31 or 2027年3月31日. */
export function findMentionedDate(text: string): PlainDate | undefined {
  const days = [...text.matchAll(DATE)].flatMap(([, year = '', month = '', day = '']) => {
    return parsePlainDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) ?? [];
  });
  return days.at(-1);
}
