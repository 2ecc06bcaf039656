import { COMPRESSIBLE_CONTENT_TYPE_REGEX, compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';

// The size of a compressed response reveals repeated text, so responses that contain a secret stay uncompressed.
const PATHS_WITH_SECRETS = ['/api/session', '/api/tokens'];

/**
 * Compresses JSON, text and exports. Event streams stay uncompressed, because a compressor delays events until its
 * buffer is full.
 */
export function compressResponses() {
  const compressed = compress({
    contentTypeFilter: (type) =>
      COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type.startsWith('application/x-ndjson'),
  });
  return createMiddleware(async (c, next) =>
    PATHS_WITH_SECRETS.includes(c.req.path) ? next() : compressed(c, next),
  );
}
