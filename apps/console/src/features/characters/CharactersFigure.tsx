import { useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { allocationRoles } from '../../lib/privileges.ts';
import { useClient } from '../../lib/session-context.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { Permitted } from '../../ui/Permitted.tsx';
import { characterSummary } from './queries.ts';

/** Characters left, given out and used. */
export function CharactersFigure() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { data, error, refetch } = useQuery(characterSummary(useClient()));
  return (
    <Figure
      title={t('characters.left')}
      value={data && number(data.ownerRemaining)}
      facts={
        data && [
          { name: t('characters.allocated'), value: number(data.allocated) },
          { name: t('characters.usedToday'), value: number(data.usedToday) },
          { name: t('characters.usedTotal'), value: number(data.usedTotal) },
        ]
      }
      problem={error}
      onRetry={() => void refetch()}
      more={
        <span className="figure-links">
          <Link to={paths.chatUse}>{t('characters.usageRecord')}</Link>
          <Permitted roles={allocationRoles}>
            <Link to={paths.chatAllocation}>{t('characters.allocationRecord')}</Link>
          </Permitted>
        </span>
      }
    />
  );
}
