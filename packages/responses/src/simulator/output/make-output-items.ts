import type {
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseOutputText,
} from 'openai/resources/responses/responses';
import type { ContainerStore } from '../store/container-store.ts';
import type { IdMaker } from '../create-id-maker.ts';
import type { PersonaOutput, PersonaSource } from '../personas/persona.ts';
import { SEAL_PREFIX } from './seal-content.ts';

/** The inputs of output items besides the persona's output. */
export type ItemContext = {
  makeId: IdMaker;
  containers: ContainerStore;
  include: ReadonlySet<string>;
};

/** Converts the output of a persona to output items with ids, citations and files. */
export function makeOutputItems(
  outputs: readonly PersonaOutput[],
  context: ItemContext,
): ResponseOutputItem[] {
  const files: ResponseOutputText.ContainerFileCitation[] = [];
  return outputs.map((output) => makeItem(output, context, files));
}

function makeItem(
  output: PersonaOutput,
  context: ItemContext,
  files: ResponseOutputText.ContainerFileCitation[],
): ResponseOutputItem {
  const { makeId, include } = context;
  switch (output.type) {
    case 'reasoning':
      return {
        id: makeId('rs_'),
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: output.summary }],
        ...(include.has('reasoning.encrypted_content') ? { encrypted_content: makeId(SEAL_PREFIX) } : {}),
      };
    case 'message':
      return makeMessage(output, context, files.splice(0));
    case 'refusal':
      return { ...emptyMessage(makeId), content: [{ type: 'refusal', refusal: output.text }] };
    case 'function_call':
      return {
        id: makeId('fc_'),
        type: 'function_call',
        status: 'completed',
        call_id: makeId('call_'),
        name: output.name,
        arguments: typeof output.arguments === 'string' ? output.arguments : JSON.stringify(output.arguments),
      };
    case 'web_search':
      return {
        id: makeId('ws_'),
        type: 'web_search_call',
        status: 'completed',
        action: {
          type: 'search',
          queries: [output.query],
          ...(include.has('web_search_call.action.sources')
            ? { sources: output.sources.map(({ url }) => ({ type: 'url' as const, url })) }
            : {}),
        },
      };
    case 'code': {
      const containerId = context.containers.create();
      for (const file of output.files ?? []) {
        const fileId = context.containers.addFile(containerId, file);
        files.push({
          type: 'container_file_citation',
          container_id: containerId,
          file_id: fileId,
          filename: file.name,
          start_index: 0,
          end_index: 0,
        });
      }
      return {
        id: makeId('ci_'),
        type: 'code_interpreter_call',
        status: 'completed',
        code: output.code,
        container_id: containerId,
        outputs: include.has('code_interpreter_call.outputs') ? [{ type: 'logs', logs: output.logs }] : null,
      };
    }
  }
}

function makeMessage(
  output: Extract<PersonaOutput, { type: 'message' }>,
  { makeId }: ItemContext,
  files: ResponseOutputText.ContainerFileCitation[],
): ResponseOutputMessage {
  const { text, annotations } = addCitations(output.text, output.sources ?? []);
  const located = files.map((file) => ({ ...file, start_index: text.length, end_index: text.length }));
  return {
    ...emptyMessage(makeId),
    content: [{ type: 'output_text', text, annotations: [...annotations, ...located], logprobs: [] }],
    phase: output.phase ?? 'final_answer',
  };
}

function emptyMessage(makeId: IdMaker): ResponseOutputMessage {
  return { id: makeId('msg_'), type: 'message', role: 'assistant', status: 'completed', content: [] };
}

function addCitations(text: string, sources: readonly PersonaSource[]) {
  let cited = text;
  const annotations: ResponseOutputText.URLCitation[] = [];
  for (const { url, title } of sources) {
    const mark = ` ([${URL.parse(url)?.host ?? url}](${url}))`;
    annotations.push({
      type: 'url_citation',
      url,
      title,
      start_index: cited.length + 1,
      end_index: cited.length + mark.length,
    });
    cited += mark;
  }
  return { text: cited, annotations };
}
