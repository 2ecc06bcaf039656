/** What the model of the test program says: two calls at once, then one that needs a person, then the answer. */
export interface StoryStep {
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly args: Record<string, string> }[];
  readonly text: string;
}

/** The whole story; a step is chosen by the number of tool results that the request carries. */
export function stepFor(toolResults: number): StoryStep {
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
