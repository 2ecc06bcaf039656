import type { JsonRecord } from '../../json/is-record.ts';
import type { PersonaConversation, PersonaOutput, PersonaTool } from './persona.ts';
import { sampleFromSchema } from './sample-from-schema.ts';
import type { ScriptStep, SimulatorState } from '../simulator-state.ts';

/**
 * Returns the output of the model: the next script step if there is one, otherwise the persona's output, adapted to
 * the schema.
 */
export async function askPersona(
  state: SimulatorState,
  question: {
    step: ScriptStep | undefined;
    conversation: PersonaConversation;
    tools: readonly PersonaTool[];
  },
): Promise<readonly PersonaOutput[]> {
  const { step, conversation, tools } = question;
  if (step?.say) return step.say;
  const outputs = await state.persona(conversation, tools);
  const { schema } = conversation;
  return schema ? outputs.map((output) => followSchema(output, schema)) : outputs;
}

function followSchema(output: PersonaOutput, schema: JsonRecord): PersonaOutput {
  if (output.type !== 'message' || output.phase === 'commentary' || isJson(output.text)) return output;
  return { ...output, text: JSON.stringify(sampleFromSchema(schema, output.text)) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
