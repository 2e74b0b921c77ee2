import { getConversationSettings } from '@parley/contract';
import { useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';

type Properties = { conversationId: string; language: string | null; onSettings: () => void };

/** Names a pair of languages that can't be translated, once for the conversation, and leads to where it is changed. */
export function UnsupportedNotice({ conversationId, language, onSettings }: Properties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { client } = useDesk();
  const settings = useQuery({
    queryKey: ['translation-settings', 'unsupported', conversationId, language],
    queryFn: ({ signal }) => client.call(getConversationSettings, { params: { conversationId } }, { signal }),
  });
  const target = settings.data?.effective.receiveTargetLanguage;
  const from = language === null ? t('settings.languageUnknown') : formats.language(language);
  return (
    <Alert
      banner
      type="info"
      showIcon
      title={t('chat.unsupportedPair', { from, to: target === undefined ? '…' : formats.language(target) })}
      action={
        <Button type="link" size="small" onClick={onSettings}>
          {t('settings.conversation')}
        </Button>
      }
    />
  );
}
