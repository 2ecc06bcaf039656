import { diffWordsWithSpace } from 'diff';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/controls/class-names.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';

/** Longer texts are not compared word by word, because that takes too long. */
const MAX_LENGTH = 20_000;

/** One side of an edited text, with the removed or added words marked. */
export function TextDiff(props: {
  readonly before: string;
  readonly after: string;
  readonly side: 'before' | 'after';
}): ReactNode {
  const { before, after, side } = props;
  const isLong = before.length + after.length > MAX_LENGTH;
  const own = side === 'before' ? before : after;
  const pieces = isLong
    ? [{ value: own, isChanged: false }]
    : diffWordsWithSpace(before, after)
        .filter((piece) => (side === 'before' ? !piece.added : !piece.removed))
        .map((piece) => ({ value: piece.value, isChanged: piece.added || piece.removed }));
  return (
    <span className="font-mono text-small break-words whitespace-pre-wrap">
      {pieces.map((piece, index) => (
        <span
          key={index}
          data-changed={piece.isChanged || undefined}
          className={classNames(
            piece.isChanged && 'rounded',
            piece.isChanged && (side === 'before' ? 'bg-bad-tint text-bad' : 'bg-good-tint text-good'),
          )}
        >
          <RevealedText text={piece.value} />
        </span>
      ))}
    </span>
  );
}
