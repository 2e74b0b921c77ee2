import { useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { characterSummary } from './queries.ts';

/** The characters that the owner can still allocate or spend, in one line; `short` shows the number only. */
export function CharactersLeft({ short }: { short: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const summary = useQuery(characterSummary(useClient()));
  if (summary.isPending) return <span className="ghost" style={{ width: 96 }} aria-busy="true" />;
  // The home page reports the failure; a number shown here would be a guess.
  if (summary.data === undefined) return null;
  const left = formats.number(summary.data.ownerRemaining);
  const label = t('characters.leftNamed', { left });
  return (
    <span className="numeric characters-left" title={label}>
      {short ? (
        <>
          <span aria-hidden="true">{left}</span>
          <span className="only-read-aloud">{label}</span>
        </>
      ) : (
        label
      )}
    </span>
  );
}
