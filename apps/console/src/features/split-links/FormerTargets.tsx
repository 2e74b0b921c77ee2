import type { FollowedTarget } from '@parley/contract/split-links';
import { ForeignText, useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';

/** Targets whose accounts no longer belong to a source: they keep their counts and receive no visitors. */
export function FormerTargets({ targets }: { targets: readonly FollowedTarget[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const former = targets.filter(({ present }) => !present);
  if (former.length === 0) return null;
  return (
    <details className="split-former">
      <summary>{t('splitLinks.sources.former', { number: number(former.length) })}</summary>
      <ul className="plain-list">
        {former.map(({ id, url, visits, newFans }) => (
          <li key={id}>
            <ForeignText className="code split-target-url">{url}</ForeignText>{' '}
            <span className="quiet numeric">
              {t('splitLinks.sources.formerCounts', { visits: number(visits), new: number(newFans) })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
