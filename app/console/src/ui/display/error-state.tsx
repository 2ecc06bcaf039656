import type { ReactNode } from 'react';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { ChunkLoadError } from '../parts/chunk-load-error.ts';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { useMutation } from '@tanstack/react-query';
import { useFetch } from '../../api/use-fetch.ts';

/** Displays a failure with a button to try again. A missing part of the console requires a reload of the page. */
export function ErrorState(props: {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
}): ReactNode {
  const t = useShellTexts();
  const explain = useExplainFailure();
  const isMissing = props.error instanceof ChunkLoadError;
  const title = isMissing ? t('part.missing') : (props.title ?? t('state.error'));
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-1 rounded-full bg-bad-tint p-3 text-bad">
        <Icon name="alert" className="size-6" />
      </span>
      <p className="font-semibold">{title}</p>
      <p className="max-w-md text-balance text-soft">
        {isMissing ? t('part.missing.text') : explain(props.error)}
      </p>
      {isMissing && <ReloadButton />}
      {!isMissing && props.onRetry && (
        <Button className="mt-2" onClick={props.onRetry}>
          {t('state.retry')}
        </Button>
      )}
    </div>
  );
}

/** Reloads the page after the server responds. A reload without a server would leave an empty page. */
function ReloadButton(): ReactNode {
  const t = useShellTexts();
  const call = useFetch();
  const reload = useMutation({
    mutationFn: () => call('/', { cache: 'no-store' }),
    onSuccess: () => location.reload(),
    networkMode: 'always',
  });
  return (
    <>
      <Button className="mt-2" busy={reload.isPending} onClick={() => reload.mutate()}>
        {t('part.reload')}
      </Button>
      {reload.isError && <p className="max-w-md text-body text-bad">{t('part.still')}</p>}
    </>
  );
}
