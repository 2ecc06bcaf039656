import { verifyPackage } from '@sekisho/dify-plugin/packer';
import { Hono, type Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { createPublicKey, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ACTIONS } from './actions.ts';
import type { PluginFailure } from './plugin-failure.ts';
import type { PluginManager } from './plugin-manager.ts';
import type { PackageStore } from './package-store.ts';

const orderSchema = z.object({ plugin_unique_identifiers: z.array(z.string()).min(1) });
const dispatchSchema = z.object({
  user_id: z.string(),
  app_id: z.string().nullish(),
  context: z.unknown(),
  data: z.record(z.string(), z.unknown()),
});

/** The dependencies of the HTTP API. */
export type HttpApiOptions = {
  serverKey: string;
  packageStore: PackageStore;
  pluginManager: PluginManager;
  trustedKeys: readonly string[];
  /** Stores the workspace of a debugging key. */
  storeKey: (key: string, tenant: string) => void;
};

type Task = { status: 'running' | 'success' | 'failed'; plugins: { message: string }[] };

/** Creates the part of the daemon's HTTP API that Dify uses for packages and calls. */
export function createHttpApi(options: HttpApiOptions): Hono {
  const { pluginManager, packageStore } = options;
  const tasks = new Map<string, Task>();
  const app = new Hono();
  app.get('/health/check', (context) => context.json({ status: 'ok' }));
  app.use('/plugin/*', async (context, next) => {
    if (context.req.header('X-Api-Key') !== options.serverKey) return context.text('unauthorized', 401);
    await next();
  });
  app.onError((error, context) =>
    context.json({
      code: -500,
      message: toMessage({
        error_type: 'PluginDaemonInternalServerError',
        message: error.message,
        args: null,
      }),
      data: null,
    }),
  );
  app.post('/plugin/:tenant/management/install/upload/package', async (context) => {
    const file = (await context.req.formData()).get('dify_pkg');
    if (!(file instanceof File)) throw new Error('dify_pkg is missing');
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!(await isTrusted(bytes, options.trustedKeys)))
      throw new Error(
        'plugin verification has been enabled, and the plugin you want to install has a bad signature',
      );
    return succeed(context, { unique_identifier: await packageStore.keep(bytes) });
  });
  app.post('/plugin/:tenant/management/install/identifiers', async (context) => {
    const { plugin_unique_identifiers: identifiers } = orderSchema.parse(await context.req.json());
    const id = randomUUID();
    tasks.set(id, { status: 'running', plugins: [] });
    const tenant = context.req.param('tenant');
    void Promise.all(identifiers.map((identifier) => pluginManager.install(tenant, identifier))).then(
      () => tasks.set(id, { status: 'success', plugins: [] }),
      (error: unknown) => tasks.set(id, { status: 'failed', plugins: [{ message: String(error) }] }),
    );
    return succeed(context, { all_installed: false, task_id: id });
  });
  app.get('/plugin/:tenant/management/install/tasks/:id', (context) =>
    succeed(context, tasks.get(context.req.param('id'))),
  );
  app.get('/plugin/:tenant/management/list', (context) =>
    succeed(context, { list: pluginManager.list(context.req.param('tenant')) }),
  );
  app.post('/plugin/:tenant/management/uninstall', async (context) => {
    const { plugin_installation_id: id } = z
      .object({ plugin_installation_id: z.string() })
      .parse(await context.req.json());
    await pluginManager.uninstall(context.req.param('tenant'), id);
    return succeed(context, true);
  });
  app.post('/plugin/:tenant/debugging/key', (context) => {
    const key = randomUUID();
    options.storeKey(key, context.req.param('tenant'));
    return succeed(context, { key });
  });
  app.post('/plugin/:tenant/dispatch/:kind/:verb', (context) => dispatch(context, pluginManager));
  return app;
}

async function dispatch(context: Context, pluginManager: PluginManager): Promise<Response> {
  const { tenant = '', kind, verb } = context.req.param();
  const action = ACTIONS.get(`${kind}/${verb}`);
  if (action === undefined) return context.text('404 page not found', 404);
  const body = dispatchSchema.parse(await context.req.json());
  const sessions = await pluginManager.find(tenant, context.req.header('X-Plugin-ID') ?? '');
  const items = sessions.open({
    tenant,
    userId: body.user_id,
    appId: body.app_id ?? null,
    context: body.context,
    data: { ...body.data, type: action.type, action: action.action },
    queueLimit: action.queueLimit,
  });
  return streamSSE(context, async (output) => {
    for await (const data of items) {
      await output.writeSSE({ data: JSON.stringify({ code: 0, message: 'success', data }) });
    }
    if (items.failure === undefined) return;
    const message = toMessage(items.failure);
    await output.writeSSE({ data: JSON.stringify({ code: -500, message, data: null }) });
  });
}

async function isTrusted(bytes: Uint8Array, trustedKeys: readonly string[]): Promise<boolean> {
  if (trustedKeys.length === 0) return true;
  const keys = await Promise.all(trustedKeys.map((path) => readFile(path)));
  return keys.some((key) => verifyPackage(bytes, createPublicKey(key)));
}

function succeed(context: Context, data: unknown): Response {
  return context.json({ code: 0, message: 'success', data });
}

function toMessage(failure: PluginFailure): string {
  return JSON.stringify(failure);
}
