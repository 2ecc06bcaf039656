/** The replies of the model of the test program: two parallel calls, then one that needs approval, then the final response. */
export interface ConversationStep {
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly args: Record<string, string> }[];
  readonly text: string;
}

/** The whole conversation; a step is chosen by the number of tool results in the request. */
export function stepFor(toolResults: number): ConversationStep {
  if (toolResults === 0) {
    const calls = ['Tokyo', 'Paris'].map((city) => ({ name: 'get_weather', args: { city } }));
    return { reasoning: 'Two cities.', calls, text: '' };
  }
  if (toolResults === 2) {
    return {
      reasoning: 'Now tidy up.',
      calls: [{ name: 'delete_file', args: { path: '/tmp/old.txt' } }],
      text: '',
    };
  }
  return { reasoning: '', calls: [], text: '{"summary":"Sunny twice.","cities":["Tokyo","Paris"]}' };
}
