import type { UnsupportedLanguage } from '@parley/chat-core';
import { useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { settingsInForceQuery } from '../../lib/settings-in-force.ts';

type Properties = { conversationId: string; unsupported: UnsupportedLanguage; onSettings: () => void };

/** Names a language pair that can't be translated, once per conversation, with a link to the settings. */
export function UnsupportedNotice({ conversationId, unsupported, onSettings }: Properties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { client } = useDesk();
  const { data: settings } = useQuery(settingsInForceQuery(client, conversationId));
  const { direction, language } = unsupported;
  const { receiveTargetLanguage, sendTargetLanguage } = settings?.effective ?? {};
  const customers = sendTargetLanguage === 'auto' ? settings?.customerLanguage : sendTargetLanguage;
  const from = language === null ? t('settings.languageUnknown') : formats.language(language);
  const target = direction === 'in' ? receiveTargetLanguage : customers;
  const to = target ? formats.language(target) : t('settings.languageUnknown');
  return (
    <Alert
      banner
      type="info"
      showIcon
      title={t(direction === 'in' ? 'chat.unsupportedPair' : 'chat.unsupportedPairOut', { from, to })}
      action={
        <Button type="link" size="small" onClick={onSettings}>
          {t('settings.conversation')}
        </Button>
      }
    />
  );
}
