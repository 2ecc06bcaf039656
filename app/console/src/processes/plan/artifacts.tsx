import type { ReactNode } from 'react';
import { artifactLabel } from '../../../../server/src/processes/artifact-label.ts';
import type { Language } from '../../i18n/language.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import type { ChatTranslate } from '../use-chat-texts.ts';
import { ARTIFACT_NAMES_JA } from './artifact-names.ts';

interface Artifact {
  readonly kind: string;
  readonly description?: string | undefined;
}

/** The documents that a step needs, with readable names. */
export function Artifacts(props: {
  readonly artifacts: readonly Artifact[];
  readonly t: ChatTranslate;
}): ReactNode {
  const { language } = usePreferences();
  const { artifacts, t } = props;
  if (artifacts.length === 0) return null;
  return (
    <span className="block text-small text-soft">
      {t('step.artifacts')}: <RevealedText text={artifacts.map((one) => nameOf(one, language)).join(', ')} />
    </span>
  );
}

/** The description, otherwise the name of a common kind in the language of the reader. */
function nameOf(artifact: Artifact, language: Language): string {
  const { kind, description = '' } = artifact;
  const known = language === 'ja' && Object.hasOwn(ARTIFACT_NAMES_JA, kind);
  return (
    (description.trim() === '' && known ? ARTIFACT_NAMES_JA[kind] : undefined) ?? artifactLabel(artifact)
  );
}
