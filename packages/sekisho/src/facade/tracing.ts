import * as openai from '@openai/agents-openai';
import * as core from '@openai/agents-core';

/**
 * Whether the host asked for traces. Upstream's umbrella package exports them to OpenAI by default; here nothing leaves
 * the process until one of the functions below is called.
 */
export function isTracingEnabled(): boolean {
  return isEnabled;
}

let isEnabled = false;

/**
 * Upstream's function; calling it turns traces on. The first processor takes the place of the one that upstream begins with,
 * which prints every trace.
 */
export const addTraceProcessor: typeof core.addTraceProcessor = (processor) => {
  if (isEnabled) return core.addTraceProcessor(processor);
  isEnabled = true;
  return core.setTraceProcessors([processor]);
};

/** Upstream's function; calling it with a processor turns traces on. */
export const setTraceProcessors: typeof core.setTraceProcessors = (...args) => {
  isEnabled = args[0].length > 0;
  return core.setTraceProcessors(...args);
};

/** Upstream's function; calling it sends traces to OpenAI. */
export const setDefaultOpenAITracingExporter: typeof openai.setDefaultOpenAITracingExporter = (...args) => {
  isEnabled = true;
  return openai.setDefaultOpenAITracingExporter(...args);
};

/** Upstream's function. Until traces are wanted, its trace is the one that upstream makes while tracing is disabled. */
export const withTrace: typeof core.withTrace = (trace, work, options) => {
  const isSilent = typeof trace === 'string' && !isEnabled;
  return core.withTrace(isSilent ? new core.NoopTrace() : trace, work, options);
};

/** Upstream's function. Until traces are wanted, its trace is the one that upstream makes while tracing is disabled. */
export const getOrCreateTrace: typeof core.getOrCreateTrace = (work, options) => {
  if (isEnabled || core.getCurrentTrace()) return core.getOrCreateTrace(work, options);
  return core.withTrace(new core.NoopTrace(), work);
};
