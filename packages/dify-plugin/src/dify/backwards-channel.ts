import type { JsonRecord } from '../wire/json-record.ts';

/** One call to Dify. */
export type BackwardsCall = {
  readonly type: 'llm' | 'llm_structured_output' | 'tool' | 'storage' | 'upload_file';
  readonly request: JsonRecord;
};

/** The channel to Dify for one session. */
export type BackwardsChannel = {
  /** Returns the response items as they arrive. Throws a PluginError with the error message of Dify. */
  call(call: BackwardsCall, signal: AbortSignal): AsyncIterable<unknown>;
};
