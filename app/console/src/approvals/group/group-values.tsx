import { useEffect, useRef, type ReactNode } from 'react';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalGroup } from '../approval.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';

type Member = ApprovalGroup['members'][number];

/** Displays what the requests have in common, what differs, and each differing value. */
export function GroupValues(props: {
  readonly group: ApprovalGroup;
  readonly except: ReadonlySet<string>;
  readonly onExcept: (approvalId: string, isLeftOut: boolean) => void;
  /** Called when the last of the differing values has been on the screen. */
  readonly onSeen: () => void;
}): ReactNode {
  const t = useLazyTexts();
  const { language } = usePreferences();
  const { group } = props;
  const usual = group.members.filter((member) => member.unusual === null);
  const unusual = group.members.filter((member) => member.unusual !== null);
  return (
    <>
      {unusual.length > 0 && (
        <section
          aria-labelledby="unusual"
          className="rounded-r-md border-l-[3px] border-warn bg-warn-tint px-3 py-2"
        >
          <h3 id="unusual" className="font-semibold">
            {t('group.leftOut')}
          </h3>
          <Members members={unusual} {...props} />
        </section>
      )}
      {group.same.length > 0 && (
        <section aria-labelledby="same">
          <h3 id="same" className="mb-1 text-section font-semibold">
            {t('group.same')}
          </h3>
          <dl className="flex flex-col gap-1">
            {group.same.map(({ path, value }) => (
              <div key={path} className="flex flex-wrap gap-x-3">
                <dt className="w-28 shrink-0 font-mono text-small text-soft">
                  <RevealedText text={path} />
                </dt>
                <dd className="min-w-0 flex-1 basis-64 whitespace-pre-wrap [overflow-wrap:anywhere]">
                  <RevealedText text={value} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {group.differs.map(({ path, buckets }) => (
        <section key={path} aria-label={path}>
          <h3 className="mb-1 text-section font-semibold">
            {t('group.differs', { path, count: buckets.length })}
          </h3>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
            {buckets.map(({ name, count }) => (
              <li key={name} className="[overflow-wrap:anywhere]">
                <RevealedText text={name} />{' '}
                <span className="numeric text-soft">{count.toLocaleString(language)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="values">
        <h3 id="values" className="mb-1 text-section font-semibold">
          {t('group.values', { count: usual.length })}
        </h3>
        <Members members={usual} {...props} />
        <End onSeen={props.onSeen} />
      </section>
    </>
  );
}

function Members(props: {
  readonly members: readonly Member[];
  readonly except: ReadonlySet<string>;
  readonly onExcept: (approvalId: string, isLeftOut: boolean) => void;
}): ReactNode {
  const t = useLazyTexts();
  return (
    <ul className="flex flex-col">
      {props.members.map(({ approval_id: id, values, unusual }) => {
        const text = values.map((value) => value ?? '–').join(' · ');
        return (
          <li key={id}>
            <label className="flex min-h-8 items-baseline gap-2 py-1">
              <input
                type="checkbox"
                className="check translate-y-0.5"
                checked={!props.except.has(id)}
                onChange={(event) => props.onExcept(id, !event.target.checked)}
              />
              <span className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
                <RevealedText text={text} />
              </span>
              {unusual !== null && <span className="text-small text-warn">{t(`group.${unusual}`)}</span>}
            </label>
          </li>
        );
      })}
    </ul>
  );
}

/** The end of the values. */
function End({ onSeen }: { readonly onSeen: () => void }): ReactNode {
  const t = useLazyTexts();
  const mark = useRef<HTMLParagraphElement>(null);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    if (mark.current === null) return undefined;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) seen.current();
    });
    watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <p ref={mark} className="py-2 text-small text-soft">
      {t('group.end')}
    </p>
  );
}
