import type { Colleague } from '@parley/chat-core';
import { useTranslation } from 'react-i18next';
import { useColleagueName } from './use-colleague-name.ts';

/** Shows above the composer which colleagues are replying. */
export function ReplyingLine({ list }: { list: readonly Colleague[] }) {
  const { t } = useTranslation();
  const nameOf = useColleagueName();
  const replying = list.filter((colleague) => colleague.replying);
  const [first, ...others] = replying;
  if (first === undefined) return null;
  const name = nameOf(first);
  return (
    <div className="desk-replying" role="status">
      {others.length === 0
        ? t('colleagues.replies', { name })
        : t('colleagues.severalReply', { name, count: others.length })}
    </div>
  );
}
