import type { Context } from 'hono';
import { stream } from 'hono/streaming';

/** Sends lines as a download while they are read, so that memory use does not depend on the size. */
export function sendLines(c: Context, lines: AsyncIterable<string>, filename: string): Response {
  c.header(
    'Content-Type',
    `${filename.endsWith('.csv') ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`,
  );
  c.header('Content-Disposition', `attachment; filename="${filename.replaceAll(/[^\w.-]/g, '_')}"`);
  c.header('Cache-Control', 'no-store');
  return stream(c, async (out) => {
    for await (const line of lines) {
      if (out.aborted) return;
      await out.write(line);
    }
  });
}
