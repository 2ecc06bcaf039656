import { GPT5FunctionCallingStrategy } from './gpt5_function_calling.ts';

/** The same agent under the name that ReAct users expect: reasoning and tool calls of the model alternate. */
export class GPT5ReActStrategy extends GPT5FunctionCallingStrategy {}
