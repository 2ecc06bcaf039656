import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useShowResult } from '../ui/display/results.ts';

/** Creates a mutation of the chat's data that displays a confirmation and refetches the affected queries. */
export function useChatChange<Input>(options: {
  readonly change: (input: Input) => Promise<unknown>;
  /** The queries to refetch, by the names in their keys. They must not include deleted data. */
  readonly stale: readonly ('sessions' | 'templates' | 'cases' | 'case')[];
  readonly done?: (input: Input) => string;
  readonly onDone?: () => Promise<void> | void;
}) {
  const queries = useQueryClient();
  const showResult = useShowResult();
  const readAgain = () =>
    Promise.all(options.stale.map((name) => queries.invalidateQueries({ queryKey: ['chat', name] })));
  return useMutation({
    mutationFn: options.change,
    onSuccess: async (_answer, input) => {
      await options.onDone?.();
      // A deletion may have left a screen, which removes its result.
      if (options.done !== undefined) showResult({ text: options.done(input), tone: 'good' });
      await readAgain();
    },
    // After a conflict the list is outdated.
    onError: readAgain,
  });
}
