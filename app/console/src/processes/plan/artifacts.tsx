import type { ReactNode } from 'react';
import { artifactLabel } from '../../../../server/src/processes/artifact-label.ts';
import { isKeyOf } from '../../i18n/is-key-of.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { textsEn } from '../texts.en.ts';
import type { ChatTranslate } from '../use-chat-texts.ts';

interface Artifact {
  readonly kind: string;
  readonly description?: string | undefined;
}

/** The documents that a step needs, with readable names. */
export function Artifacts(props: {
  readonly artifacts: readonly Artifact[];
  readonly t: ChatTranslate;
}): ReactNode {
  const { artifacts, t } = props;
  if (artifacts.length === 0) return null;
  return (
    <span className="block text-small text-soft">
      {t('step.artifacts')}: <RevealedText text={artifacts.map((one) => nameOf(one, t)).join(', ')} />
    </span>
  );
}

/** The description, otherwise the name of a common kind in the language of the reader. */
function nameOf(artifact: Artifact, t: ChatTranslate): string {
  const key = `artifact.${artifact.kind}`;
  const isDescribed = (artifact.description ?? '').trim() !== '';
  return !isDescribed && isKeyOf(textsEn, key) ? t(key) : artifactLabel(artifact);
}
