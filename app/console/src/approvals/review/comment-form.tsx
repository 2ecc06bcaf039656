import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextAreaField } from '../../ui/controls/field.tsx';
import { useLazyTexts } from '../use-lazy-texts.ts';

/** The form for a remark on a request. */
export function CommentForm(props: { readonly approvalId: string; readonly onDone: () => void }): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const t = useLazyTexts();
  const explain = useExplainFailure();
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () =>
      readResponse(
        client.api.approvals[':approval_id'].comments.$post({
          param: { approval_id: props.approvalId },
          json: { body: text },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['approvals', 'detail', props.approvalId] });
      props.onDone();
    },
  });
  return (
    <>
      <TextAreaField
        label={t('comments.label')}
        problem={add.isError ? explain(add.error) : undefined}
        autoFocus
        rows={2}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        small
        className="self-start"
        disabled={text.trim() === '' || add.isPending}
        onClick={() => add.mutate()}
      >
        {t('comments.add')}
      </Button>
    </>
  );
}
