import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../ui/display/toasts.ts';

/** Creates a mutation of the chat's data that displays a confirmation and refetches the affected queries. */
export function useChatChange<Input>(options: {
  readonly change: (input: Input) => Promise<unknown>;
  /** The queries to refetch, by the names in their keys. They must not include deleted data. */
  readonly stale: readonly ('sessions' | 'templates' | 'cases' | 'case')[];
  readonly done?: (input: Input) => string;
  readonly onDone?: () => void;
}) {
  const queries = useQueryClient();
  const toast = useToast();
  const readAgain = () =>
    Promise.all(options.stale.map((name) => queries.invalidateQueries({ queryKey: ['chat', name] })));
  return useMutation({
    mutationFn: options.change,
    onSuccess: async (_answer, input) => {
      if (options.done !== undefined) toast({ text: options.done(input), tone: 'good' });
      options.onDone?.();
      await readAgain();
    },
    // After a conflict the list is outdated.
    onError: readAgain,
  });
}
