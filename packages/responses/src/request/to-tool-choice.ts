import type {
  Tool,
  ToolChoiceFunction,
  ToolChoiceOptions,
  ToolChoiceTypes,
} from 'openai/resources/responses/responses';
import { ResponsesError } from '../errors/responses-error.ts';

/** Converts "auto", "none", "required" or the name of a tool to `tool_choice`. */
export function toToolChoice(
  choice: string,
  tools: readonly Tool[],
): ToolChoiceOptions | ToolChoiceFunction | ToolChoiceTypes {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice;
  if (tools.some((tool) => tool.type === 'function' && tool.name === choice)) {
    return { type: 'function', name: choice };
  }
  if (choice === 'code_interpreter' && tools.some((tool) => tool.type === 'code_interpreter')) {
    return { type: 'code_interpreter' };
  }
  throw new ResponsesError(
    'invalid_argument',
    `"tool_choice" names "${choice}", which is not among the tools.`,
    {
      upstream: { param: 'tool_choice' },
    },
  );
}
