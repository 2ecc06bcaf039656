import type { Context } from 'hono';
import { Hono } from 'hono';
import type { AccessGuards } from '../access/access-guards.ts';
import type { ConsoleEnvironment } from '../http/console-environment.ts';
import type { ConsoleFile, ConsoleFiles } from './console-files.ts';

/** The paths of the screens. The page selects the screen by itself. */
const SCREENS =
  /^\/(?:(?:login|inbox|history|dashboard|runs|audit|chat|playground|policies|stops|tools|skills|doctor|settings|status|help)(?:\/[\w.~%-]*)*)?$/;
const NOT_BUILT =
  'The console is not built yet. Run "npm run build" in app/console, then start the server again.\n';

/** The content security policy of the console's pages: only its own files, nothing inline. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the built console: its files by name, and its page for every screen. */
export function createFileRoutes(files: ConsoleFiles, guards: AccessGuards) {
  const router = new Hono<ConsoleEnvironment>();
  router.get('*', async (c, next) => {
    const { pathname } = new URL(c.req.url);
    const isScreen = SCREENS.test(pathname);
    const file = isScreen ? files.find('/index.html') : files.find(pathname);
    if (file === undefined && !isScreen) return next();
    return (
      (await guards.guardHost(c, async () => undefined)) ??
      (file === undefined ? c.text(NOT_BUILT, 503) : send(c, file))
    );
  });
  return router;
}

function send(c: Context, { type, bytes, gzip, brotli, etag, isImmutable }: ConsoleFile): Response {
  c.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  c.header('ETag', etag);
  c.header('Vary', 'Accept-Encoding');
  c.header('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (c.req.header('if-none-match') === etag) return c.body(null, 304);
  c.header('Content-Type', type);
  const accepted = c.req.header('accept-encoding') ?? '';
  if (brotli !== undefined && /\bbr\b/.test(accepted))
    return c.body(brotli, 200, { 'Content-Encoding': 'br' });
  if (gzip !== undefined && /\bgzip\b/.test(accepted))
    return c.body(gzip, 200, { 'Content-Encoding': 'gzip' });
  return c.body(bytes, 200);
}
