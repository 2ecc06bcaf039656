import { GPT5FunctionCallingStrategy } from './gpt5_function_calling.ts';

/** The same agent under the name that ReAct users look for: reasoning and acting alternate through the model's own tool calls. */
export class GPT5ReActStrategy extends GPT5FunctionCallingStrategy {}
