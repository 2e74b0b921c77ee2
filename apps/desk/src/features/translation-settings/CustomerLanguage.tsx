import type { Conversation } from '@parley/contract/conversations';
import { getConversationSettings, putConversationSettings } from '@parley/contract/conversations';
import { LanguageSelect, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { refreshSettingsInForce } from '../../lib/settings-in-force.ts';
import { useConnected } from '../../lib/use-connected.ts';

type Properties = {
  conversation: Pick<Conversation, 'id' | 'customerLanguage' | 'customerLanguagePinned'>;
  onSaved: () => void;
};

/** Shows the customer's language, and lets the agent pin it or have it detected again. */
export function CustomerLanguage({ conversation, onSaved }: Properties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const connected = useConnected();
  const toasts = useToasts();
  const toast = useErrorToast();
  const formats = useFormats();
  const { customerLanguage, customerLanguagePinned } = conversation;
  const params = { conversationId: conversation.id };
  const pin = useMutation({
    mutationFn: async (pinnedLanguage: string | null) => {
      // Keep the conversation's other settings as they are now.
      const { own } = await client.call(getConversationSettings, { params });
      return client.call(putConversationSettings, { params, body: { own, pinnedLanguage } });
    },
    onSuccess: () => {
      refreshSettingsInForce(queryClient);
      toasts.success(t('settings.saved'));
      onSaved();
    },
    onError: toast,
  });
  const detected =
    customerLanguage === null
      ? t('settings.languageUnknown')
      : t('settings.languageFollows', { language: formats.language(customerLanguage) });
  return (
    <>
      <LanguageSelect
        label={t('settings.customerLanguage')}
        value={customerLanguagePinned ? customerLanguage : null}
        placeholder={detected}
        disabled={pin.isPending || !connected}
        onChange={(language) => pin.mutate(language)}
      />
      <p className="desk-language-hint">{t('settings.customerLanguageHint')}</p>
    </>
  );
}
