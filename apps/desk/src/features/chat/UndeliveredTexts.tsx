import { copyText, printableLine, useToasts } from '@parley/ui';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../lib/use-store.ts';
import { useChat } from './ChatServices.tsx';

/** Shows texts that could not be sent because their conversations have left the sub-account and its lists. */
export function UndeliveredTexts() {
  const { t } = useTranslation();
  const { outbox } = useChat();
  const toasts = useToasts();
  const entries = useStore(outbox.entries).filter(({ left }) => left);
  if (entries.length === 0) return null;
  const copy = async (text: string) => {
    if (await copyText(text)) void toasts.success(t('ui:copy.done'));
  };
  return (
    <ul className="desk-left-texts" role="alert" aria-label={t('message.left.title')}>
      {entries.map(({ id, text, file }) => (
        <li key={id}>
          <span>
            {t('message.left.title')} <bdi>{printableLine(text === '' ? (file?.name ?? '') : text, 200)}</bdi>
          </span>
          {text === '' ? null : (
            <Button size="small" onClick={() => void copy(text)}>
              {t('message.left.copy')}
            </Button>
          )}
          <Button size="small" onClick={() => outbox.discard(id)}>
            {t('message.discard')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
