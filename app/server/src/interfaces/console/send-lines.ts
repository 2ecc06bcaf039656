import type { Context } from 'hono';

/** Sends lines as a download while they are read, so that its size does not matter. */
export function sendLines(c: Context, lines: AsyncIterable<string>, filename: string): Response {
  const stream = ReadableStream.from(lines).pipeThrough(new TextEncoderStream());
  c.header('Content-Type', 'application/x-ndjson; charset=utf-8');
  c.header('Content-Disposition', `attachment; filename="${filename.replaceAll(/[^\w.-]/g, '_')}"`);
  c.header('Cache-Control', 'no-store');
  return c.body(stream);
}
