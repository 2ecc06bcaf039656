import type { ResponseIncludable, Tool } from 'openai/resources/responses/responses';

/** How the web search looks around. */
export type WebSearchOptions = {
  contextSize?: 'low' | 'medium' | 'high';
  allowedDomains?: readonly string[];
  location?: { country?: string; region?: string; city?: string; timezone?: string };
  /** True answers from OpenAI's cache and fetches nothing new. */
  cacheOnly?: boolean;
};

/** A hosted tool together with the output that has to be asked for separately. */
export type HostedTool = { tool: Tool; include: ResponseIncludable };

/** The web search tool; its sources are part of the answer. */
export function webSearchTool(options: WebSearchOptions = {}): HostedTool {
  const { contextSize, allowedDomains, location, cacheOnly } = options;
  return {
    tool: {
      type: 'web_search',
      ...(contextSize === undefined ? {} : { search_context_size: contextSize }),
      ...(allowedDomains === undefined ? {} : { filters: { allowed_domains: [...allowedDomains] } }),
      // Without a location the API assumes the United States.
      ...(location === undefined ? {} : { user_location: { type: 'approximate', ...location } }),
      ...(cacheOnly === true ? { external_web_access: false } : {}),
    },
    include: 'web_search_call.action.sources',
  };
}

/** The code interpreter in a fresh container; without `include` its outputs stay null. */
export function codeInterpreterTool(containerId?: string): HostedTool {
  return {
    tool: { type: 'code_interpreter', container: containerId ?? { type: 'auto' } },
    include: 'code_interpreter_call.outputs',
  };
}
