import { useTranslation } from 'react-i18next';
import { printableLine } from './printable.ts';

type Properties = {
  /** The name that the person gave; null when none was given. */
  name: string | null;
  /** Absent where it is obvious or unknown. `isOwners` marks the sub-account by which the owner enters the desk. */
  subAccount?: { name: string; isOwners: boolean } | undefined;
};

/** Names the author of a message, and omits what is unknown. */
export function AuthorLabel({ name, subAccount }: Properties) {
  const { t } = useTranslation('ui');
  const place = subAccount?.isOwners ? t('chat.owner') : subAccount?.name;
  const parts = [name, place].flatMap((part) => (part ? [printableLine(part, 50)] : []));
  if (parts.length === 0) return null;
  return (
    <bdi className="chat-author">
      <span className="only-read-aloud">{t('chat.writtenBy')} </span>
      {parts.join(' · ')}
    </bdi>
  );
}
