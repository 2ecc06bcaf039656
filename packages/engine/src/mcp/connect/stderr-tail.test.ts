import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { StderrTail } from './stderr-tail.ts';

it.each([
  ['colors', '\u001B[31mError: no such folder\u001B[0m\n', 'Error: no such folder'],
  ['a terminal title', '\u001B]0;title\u0007Error: no such folder\n', 'Error: no such folder'],
  ['characters that change the reading direction', 'Error: \u202Eno such folder\n', 'Error: ?no such folder'],
  ['line breaks', 'Error:\r\nno such folder\n', 'Error: no such folder'],
])('returns one line of plain text for output with %s', async (_case, output, expected) => {
  expect(await new StderrTail(Readable.from([output]), []).read()).toBe(expected);
});
