/** What a run was about: who requested it, and the first words of the request as they were entered. */
export interface RunDescription {
  readonly requester: string | null;
  readonly task: string | null;
}

/** Text of the user, of the model, or content that the run received from elsewhere, such as an earlier conversation. */
export interface ContextText {
  readonly kind: 'user' | 'model' | 'content';
  /** The agent that wrote a text of the model, or the source of content; otherwise empty. */
  readonly source: string;
  readonly text: string;
  /** The length of the complete text, of which `text` is the beginning. */
  readonly length: number;
}

/** What happened to a call. `declined`: a person rejected it. `denied`: the gate did. */
type CallState =
  | 'done'
  | 'failed'
  | 'unknown'
  | 'running'
  | 'waiting'
  | 'declined'
  | 'expired'
  | 'denied'
  | 'not_started';

/** A tool call with its complete input and output. */
export interface ContextCall {
  readonly kind: 'call';
  readonly call_key: string;
  readonly tool_id: string;
  readonly agent_name: string;
  readonly state: CallState;
  /** The arguments as JSON. They are masked (`input_masked`) when the complete ones are not stored. */
  readonly input: string;
  readonly input_masked: boolean;
  /** The result as text; null when there is none, or when it was removed. */
  readonly output: string | null;
  /** The length of the complete result, of which `output` is the beginning. */
  readonly output_length: number;
  readonly started_at: string;
  readonly ended_at: string | null;
}

/** One entry of the conversation of a run. */
export type ContextEntry = ContextText | ContextCall;

/** The place that a value of a call came from. `start` and `end` are positions in the text or the output of the entry. */
export interface ContextPassage {
  readonly call_key: string;
  /** The argument, for example `payments[0].account`, and its value. */
  readonly path: string;
  readonly value: string;
  /** The index of the entry. */
  readonly entry: number;
  readonly start: number;
  readonly end: number;
  /** The value with the text around it. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** The context of a run: its conversation, the inputs and outputs of its calls, and where their values came from. */
export interface ContextReading extends RunDescription {
  readonly run_id: string;
  /** `removed`: the retention has removed texts and results. `partial`: some exceeded the limits of a reading. */
  readonly kept: 'complete' | 'partial' | 'removed';
  readonly entries: readonly ContextEntry[];
  readonly passages: readonly ContextPassage[];
}
