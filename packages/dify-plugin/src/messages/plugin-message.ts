import type { JsonRecord } from '../wire/json-record.ts';
import type { WireMessage } from './wire-message.ts';

/** An entry of the run log in Dify; a second entry with the same id replaces the first. */
export type LogMessage = {
  readonly type: 'log';
  readonly id: string;
  readonly label: string;
  readonly status: 'start' | 'success' | 'error';
  readonly parentId?: string;
  readonly error?: string;
  readonly data?: JsonRecord;
  readonly metadata?: JsonRecord;
};

/** A message of a tool or an agent strategy, as a plugin author writes it. */
export type PluginMessage =
  | LogMessage
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'json'; readonly json: JsonRecord }
  /** Dify downloads the URL and stores the image. */
  | { readonly type: 'image'; readonly url: string }
  /** A file that Dify already stores. The node fails without its id, so the type requires it. */
  | { readonly type: 'image_link' | 'binary_link'; readonly url: string; readonly toolFileId: string }
  | { readonly type: 'link'; readonly url: string; readonly toolFileId?: string }
  /** Sent in chunks; at most 15 MiB. */
  | {
      readonly type: 'blob';
      readonly bytes: Uint8Array;
      readonly mimeType: string;
      readonly filename?: string;
    }
  | { readonly type: 'variable'; readonly name: string; readonly value: unknown; readonly stream?: false }
  | { readonly type: 'variable'; readonly name: string; readonly value: string; readonly stream: true }
  | {
      readonly type: 'retriever_resources';
      readonly resources: readonly JsonRecord[];
      readonly context?: string;
    }
  /** Forwards a message of another tool. */
  | { readonly type: 'forward'; readonly message: WireMessage };
