import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../components/toasts.ts';

/** Does something to what the chat keeps, says that it was done, and reads again what may have changed. */
export function useChatChange<Input>(options: {
  readonly change: (input: Input) => Promise<unknown>;
  /** What to read again: names from the keys of the chat's queries. What is deleted must not be among them. */
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
    // A conflict means that the list shows what is no longer there.
    onError: readAgain,
  });
}
