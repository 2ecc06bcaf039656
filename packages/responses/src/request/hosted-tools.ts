import type { ResponseIncludable, Tool } from 'openai/resources/responses/responses';

/** The options of the web search. */
export type WebSearchOptions = {
  contextSize?: 'low' | 'medium' | 'high';
  allowedDomains?: readonly string[];
  location?: { country?: string; region?: string; city?: string; timezone?: string };
  /** True uses only OpenAI's cache and fetches nothing new. */
  cacheOnly?: boolean;
};

/** A hosted tool, and the output that must be requested separately. */
export type HostedTool = { tool: Tool; include: ResponseIncludable };

/** Creates the web search tool. Its sources are part of the response. */
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

/** Creates the code interpreter with a new container. Without `include` its outputs are null. */
export function codeInterpreterTool(containerId?: string): HostedTool {
  return {
    tool: { type: 'code_interpreter', container: containerId ?? { type: 'auto' } },
    include: 'code_interpreter_call.outputs',
  };
}
