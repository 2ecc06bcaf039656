import type { ReactNode } from 'react';
import { artifactLabel } from '../../../../server/src/processes/artifact-label.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import type { ChatTranslate } from '../use-chat-texts.ts';

/** The documents that a step needs, with readable names. */
export function Artifacts(props: {
  readonly artifacts: readonly { readonly kind: string; readonly description?: string | undefined }[];
  readonly t: ChatTranslate;
}): ReactNode {
  if (props.artifacts.length === 0) return null;
  return (
    <span className="block text-small text-soft">
      {props.t('step.artifacts')}: <RevealedText text={props.artifacts.map(artifactLabel).join(', ')} />
    </span>
  );
}
