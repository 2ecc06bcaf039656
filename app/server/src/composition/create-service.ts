import { randomUUID } from 'node:crypto';
import { ModelRegistry, resolveModel, type Timer } from '@sekisho/responses';
import { createAuthenticator } from '../access/create-authenticator.ts';
import type { AIConversationResponder } from '../chat/conversation/ai-conversation-responder.ts';
import { AIConversationService } from '../chat/conversation/ai-conversation-service.ts';
import { LiveGateway } from '../chat/live/live-gateway.ts';
import { LiveHub } from '../chat/live/live-hub.ts';
import { MemoryRateLimiter } from '../chat/memory-rate-limiter.ts';
import { createResponder } from '../chat/model/create-responder.ts';
import { ProcessUserMessageUseCase } from '../chat/process-user-message-use-case.ts';
import { TokenCalibration } from '../chat/prompt/token-calibration.ts';
import { SessionQueue } from '../chat/session-queue.ts';
import { SessionService } from '../chat/session-service.ts';
import type { Settings } from '../config/env.ts';
import { PrometheusMetrics } from '../observability/prometheus-metrics.ts';
import { CaseService } from '../processes/cases/case-service.ts';
import { readCalendar } from '../processes/schedule/holiday-service.ts';
import { createJapaneseHolidays } from '../processes/schedule/japanese-holidays.ts';
import { ChangeProcessTemplateUseCase } from '../processes/templates/change-process-template-use-case.ts';
import { CreateProcessTemplateUseCase } from '../processes/templates/create-process-template-use-case.ts';
import { VERSION } from '../version.ts';
import { chooseStores } from './choose-stores.ts';
import { createApp } from './create-app.ts';
import { createConsole } from './create-console.ts';

// The context window of a model that the registry does not contain: that of the smallest model in use.
const MIN_CONTEXT = 128_000;

/** The options of a host program. All have a default. */
export type ServiceOptions = {
  clock?: () => number;
  makeId?: () => string;
  fetch?: typeof fetch;
  timer?: Timer;
  /** Replaces the responder that the settings select. */
  responder?: AIConversationResponder;
  /** The delay of the playground's simulated model, and the heartbeat interval of idle streams, in milliseconds. */
  thinkMs?: number;
  heartbeatMs?: number;
  /** Receives one line of JSON for each audit event and each unexpected error. */
  log?: (line: string) => void;
};

/** Creates the service with all its parts. */
export function createService(settings: Settings, options: ServiceOptions = {}) {
  const { clock = Date.now, makeId = randomUUID, log = () => undefined } = options;
  const { mode, model, maxTokens, historyWindow, auditSalt } = settings;
  const stores = chooseStores({ ...settings, clock });
  const metrics = new PrometheusMetrics();
  const audit = {
    record: (event: object) => log(JSON.stringify({ at: new Date(clock()).toISOString(), ...event })),
  };
  const responder =
    options.responder ?? createResponder({ ...settings, clock, fetch: options.fetch, timer: options.timer });
  const resolved = resolveModel(new ModelRegistry(), model, { now: clock() });
  const { chat, processes } = stores;
  const hub = new LiveHub();
  const queue = new SessionQueue();
  const processMessage = new ProcessUserMessageUseCase({
    store: chat,
    service: new AIConversationService(responder),
    rateLimiter: new MemoryRateLimiter(settings.perMinute, clock),
    metrics,
    audit,
    live: hub,
    queue,
    calibration: new TokenCalibration(),
    clock,
    makeId,
    auditSalt,
    strategy: settings.strategy,
    model: resolved.model,
    modelContextLimit: resolved.entry?.contextWindow ?? MIN_CONTEXT,
    responseMaxTokens: maxTokens,
    historyWindow,
    // A response needs at most two attempts and three repairs, and the API can request a wait of one minute between
    // attempts.
    claimMs: 5 * settings.timeoutMs + 60_000,
  });
  const onError = (error: unknown, requestId: string) => {
    const name = error instanceof Error ? error.name : 'unknown';
    log(JSON.stringify({ event: 'error', requestId, name }));
  };
  const { allowedOrigins } = settings;
  const live = new LiveGateway({ hub, useCase: processMessage, allowedOrigins, onError });
  const { thinkMs, heartbeatMs, fetch } = options;
  const publicHolidays = createJapaneseHolidays();
  const console = createConsole(settings, {
    store: stores.console,
    publicHolidays,
    clock,
    makeId,
    log,
    thinkMs,
    heartbeatMs,
    fetch,
  });
  const app = createApp({
    console,
    authenticate: createAuthenticator({ ...settings, hasIssuer: settings.oidc !== undefined }),
    sessions: new SessionService({ store: chat, queue, audit, metrics, clock, makeId }),
    processes,
    processMessage,
    createTemplate: new CreateProcessTemplateUseCase({ store: processes, audit, clock, makeId }),
    changeTemplate: new ChangeProcessTemplateUseCase({ store: processes, audit, clock, makeId }),
    cases: new CaseService({
      store: processes,
      audit,
      findHolidays: () => readCalendar(stores.console, publicHolidays),
      clock,
      makeId,
    }),
    clock,
    makeId,
    renderMetrics: () => metrics.render(),
    onError,
    live,
    mode,
    version: VERSION,
  });
  const close = async (): Promise<void> => {
    // Open connections still receive the responses in progress.
    await Promise.all([processMessage.drain().then(() => live.close()), console.close()]);
    await stores.close();
  };
  return { app, live, console, close };
}
