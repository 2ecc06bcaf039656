import * as openai from '@openai/agents-openai';
import * as core from '@openai/agents-core';
import { shallowCopy } from '../openai-agents/read-value.ts';
import type { RunConfig, Runner } from '../openai-agents/upstream.ts';

/**
 * Whether the program requested traces. Upstream's umbrella package exports traces to OpenAI by default; this package exports
 * nothing until one of the functions below is called.
 */
let isEnabled = false;

/** Enables traces from the next run after the program requested them, unless the host configured tracing for this runner. */
export function followTraces<T extends Runner>(runner: T, { tracingDisabled }: Partial<RunConfig>): T {
  let chosen = tracingDisabled;
  const config = shallowCopy(runner.config, {
    tracingDisabled: {
      get: () => chosen ?? !isEnabled,
      set: (isDisabled: boolean) => {
        chosen = isDisabled;
      },
      enumerable: true,
      configurable: true,
    },
  });
  return Object.assign(runner, { config });
}

/**
 * Upstream's function, which also enables traces. The first processor replaces upstream's default processor, which prints
 * every trace.
 */
export const addTraceProcessor: typeof core.addTraceProcessor = (processor) => {
  if (isEnabled) return core.addTraceProcessor(processor);
  isEnabled = true;
  return core.setTraceProcessors([processor]);
};

/** Upstream's function, which also enables traces when it is called with a processor. */
export const setTraceProcessors: typeof core.setTraceProcessors = (...args) => {
  isEnabled = args[0].length > 0;
  return core.setTraceProcessors(...args);
};

/** Upstream's function, which also enables traces and sends them to OpenAI. */
export const setDefaultOpenAITracingExporter: typeof openai.setDefaultOpenAITracingExporter = (...args) => {
  isEnabled = true;
  return openai.setDefaultOpenAITracingExporter(...args);
};

/** Upstream's function. Until traces are enabled, it uses the trace that upstream creates while tracing is disabled. */
export const withTrace: typeof core.withTrace = (trace, work, options) => {
  const isSilent = typeof trace === 'string' && !isEnabled;
  return core.withTrace(isSilent ? new core.NoopTrace() : trace, work, options);
};

/** Upstream's function. Until traces are enabled, it uses the trace that upstream creates while tracing is disabled. */
export const getOrCreateTrace: typeof core.getOrCreateTrace = (work, options) => {
  if (isEnabled || core.getCurrentTrace()) return core.getOrCreateTrace(work, options);
  return core.withTrace(new core.NoopTrace(), work);
};
