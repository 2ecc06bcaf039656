import type { JsonRecord } from '../wire/json-record.ts';

/** One call to Dify. */
export type BackwardsCall = {
  readonly type: 'llm' | 'llm_structured_output' | 'tool' | 'storage' | 'upload_file';
  readonly request: JsonRecord;
};

/** The way back to Dify for one session. */
export type BackwardsChannel = {
  /** The answer items as they arrive. Ends, or throws a PluginError with what Dify said. */
  call(call: BackwardsCall, signal: AbortSignal): AsyncIterable<unknown>;
};
