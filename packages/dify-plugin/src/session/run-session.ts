import type { BackwardsChannel } from '../dify/backwards-channel.ts';
import { PluginError } from '../errors/plugin-error.ts';
import { createRedactor } from '../errors/redactor.ts';
import { describeThrown, toWireError } from '../errors/to-wire-error.ts';
import { WriterClosedError } from '../flow/line-writer.ts';
import { handleRequest, isValidation } from '../plugin/handle-request.ts';
import type { PluginDefinition } from '../plugin/plugin-definition.ts';
import type { IncomingRequest } from '../wire/incoming-message.ts';
import { createReplySink } from './create-reply-sink.ts';
import { createSessionContext, type Log } from './create-session-context.ts';
import type { Runtime } from './runtime.ts';
import type { SessionOutput } from './session-output.ts';

/** The dependencies of one request. */
export type SessionParts = {
  plugin: PluginDefinition;
  output: SessionOutput;
  channel: BackwardsChannel;
  runtime: Runtime;
  log: Log;
  /** Aborted when the daemon disconnects. */
  hostSignal: AbortSignal;
};

/**
 * Serves one request until its single `end`. Dify never cancels, so the plugin enforces the deadline: after it the
 * request is answered with an error even if the handler never returns.
 */
export async function runSession(request: IncomingRequest, parts: SessionParts): Promise<void> {
  const { plugin, output, runtime, log, hostSignal } = parts;
  const endWork = runtime.beginWork();
  const { action } = request.data;
  const redact = createRedactor(request.data['credentials']);
  const deadlineMs = isValidation(action) ? plugin.deadlines.validateMs : plugin.deadlines.invokeMs;
  const controller = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  const cancelTimer = runtime.clock.schedule(deadlineMs, () =>
    controller.abort(lateness(action, deadlineMs)),
  );
  const leave = () => controller.abort(new WriterClosedError('The daemon has disconnected.'));
  hostSignal.addEventListener('abort', leave, { once: true });

  const sink = createReplySink(output, runtime);
  const context = createSessionContext(request, {
    channel: request.data.type === 'model' ? noChannel : parts.channel,
    signal: controller.signal,
    callDeadlineMs: plugin.deadlines.callMs,
    runtime,
    redact,
    log,
  });
  const answer = async () => {
    for await (const item of handleRequest(plugin, request.data, context)) await sink.push(item);
  };

  try {
    if (hostSignal.aborted) leave();
    await Promise.race([aborted, answer()]);
    await sink.flush();
    await output.end();
  } catch (thrown) {
    await settle(async () => {
      // The output of the handler before its failure is part of the response.
      if (!hostSignal.aborted) await sink.flush();
    });
    sink.discard();
    if (!(thrown instanceof PluginError)) log('ERROR', `${action}: ${describeThrown(thrown, redact)}`);
    await settle(() => output.end(toWireError(thrown, action, redact)));
  } finally {
    cancelTimer();
    hostSignal.removeEventListener('abort', leave);
    // A handler that is still running is notified that its request has ended.
    controller.abort(new WriterClosedError('The request has ended.'));
    aborted.catch(() => {});
    endWork();
  }
}

// The first failure is the one to report; a failure during the cleanup has no reader.
async function settle(step: () => Promise<void>): Promise<void> {
  await step().catch(() => {});
}

function lateness(action: string, deadlineMs: number): PluginError {
  const seconds = Math.round(deadlineMs / 1000);
  return new PluginError(
    'InvokeServerUnavailableError',
    `The plugin did not finish ${action} within ${seconds} s.`,
  );
}

const noChannel: BackwardsChannel = {
  call() {
    throw new PluginError('PluginInternalError', 'Model plugins cannot call Dify; Dify rejects such calls.');
  },
};
