import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { useChatTexts } from '../processes/use-chat-texts.ts';

/** The two panes of the chat. */
export type Pane = 'talk' | 'plan';

/** Switches between the panes on a narrow screen. */
export function PaneSwitch(props: { readonly pane: Pane; readonly onPane: (pane: Pane) => void }): ReactNode {
  const t = useChatTexts();
  return (
    <div role="group" aria-label={t('pane.label')} className="flex gap-1 lg:hidden">
      {(['talk', 'plan'] as const).map((pane) => (
        <Button
          key={pane}
          small
          tone={pane === props.pane ? 'primary' : 'plain'}
          aria-pressed={pane === props.pane}
          onClick={() => props.onPane(pane)}
        >
          {t(`pane.${pane}`)}
        </Button>
      ))}
    </div>
  );
}
