import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = join(import.meta.dirname, '../../docs/figures.json');

const recordsSchema = z.record(
  z.string(),
  z.strictObject({ command: z.string(), date: z.iso.date(), figures: z.record(z.string(), z.string()) }),
);

/** The results of each measurement, with the command that repeats it and the date. */
export type Records = z.infer<typeof recordsSchema>;

/** A measured figure that pages state. */
interface Figure {
  readonly value: string;
  readonly command: string;
  readonly date: string;
}

/** All figures by name. */
export type Figures = Readonly<Record<string, Figure>>;

/** A figure on a page: `<!--=name-->value<!--/-->`. The comments are not displayed. */
const MARK = /<!--=([\w.-]+)-->(.*?)<!--\/-->/gs;

export const readRecords = (): Records => recordsSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));

/** Stores records, which replace those of the same name. */
export function writeRecords(records: Records): void {
  const all = Object.entries({ ...readRecords(), ...records }).toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

export const figuresOf = (records: Records): Figures =>
  Object.fromEntries(
    Object.values(records).flatMap(({ command, date, figures }) =>
      Object.entries(figures).map(([name, value]) => [name, { value, command, date }]),
    ),
  );

/** Returns the figures that a page states. */
export const statedFigures = (text: string): readonly { readonly name: string; readonly value: string }[] =>
  [...text.matchAll(MARK)].map(([, name = '', value = '']) => ({ name, value }));

/** Replaces the figures of a page. A mark without a figure remains, and the test reports it. */
export const updateFigures = (text: string, figures: Figures): string =>
  text.replaceAll(
    MARK,
    (_whole, name: string, value: string) => `<!--=${name}-->${figures[name]?.value ?? value}<!--/-->`,
  );
