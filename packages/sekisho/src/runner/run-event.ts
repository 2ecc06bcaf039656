import type { ToolKind } from '@sekisho/engine';

/** The events that `runStream` and `resumeStream` emit during a run. */
export type RunEvent = { readonly run_id: string } & (
  | { readonly type: 'text'; readonly delta: string }
  | {
      readonly type: 'tool_call';
      readonly tool_call: {
        readonly call_id: string;
        readonly tool_name: string;
        readonly arguments: string;
      };
    }
  | {
      readonly type: 'tool_result';
      readonly tool_call: { readonly call_id: string; readonly tool_name: string };
    }
  | { readonly type: 'agent'; readonly agent_name: string }
  | {
      readonly type: 'interruption';
      readonly approval_id: string;
      readonly tool_name: string;
      readonly tool_kind: ToolKind;
      readonly prompt: string;
    }
  | { readonly type: 'final'; readonly final_output: unknown }
);
