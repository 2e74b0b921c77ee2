import type { AnswerOf } from '@parley/contract';
import {
  type getConversationSettings,
  inheritedSettings,
  putConversationSettings,
  type TranslationSettings,
} from '@parley/contract/conversations';
import { ErrorPanel, LanguageSelect, SettingsFields, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Skeleton, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { refreshSettingsInForce } from '../../lib/settings-in-force.ts';
import { conversationSettingsQuery, linesQuery } from './settings-queries.ts';

type Answer = AnswerOf<typeof getConversationSettings>;
type Properties = { conversationId: string; onSaved: () => void };

function Fields({ conversationId, answer, onSaved }: Properties & { answer: Answer }) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const lines = useQuery(linesQuery(client));
  const toasts = useToasts();
  const formats = useFormats();
  const toast = useErrorToast();
  const [own, setOwn] = useState<TranslationSettings | null>(answer.own);
  const [pinned, setPinned] = useState(answer.customerLanguagePinned ? answer.customerLanguage : null);
  const save = useMutation({
    mutationFn: () =>
      client.call(putConversationSettings, {
        params: { conversationId },
        body: { own, pinnedLanguage: pinned },
      }),
    onSuccess: () => {
      refreshSettingsInForce(queryClient);
      toasts.success(t('settings.saved'));
      onSaved();
    },
    onError: toast,
  });
  const believed =
    answer.customerLanguage === null
      ? t('settings.languageUnknown')
      : t('settings.languageFollows', { language: formats.language(answer.customerLanguage) });
  return (
    <Form layout="vertical" onFinish={() => save.mutate()}>
      <Form.Item label={t('settings.customerLanguage')} extra={t('settings.customerLanguageHint')}>
        <LanguageSelect
          label={t('settings.customerLanguage')}
          value={pinned}
          placeholder={believed}
          onChange={setPinned}
        />
      </Form.Item>
      <Form.Item label={t('settings.own')} extra={own === null ? t('settings.ownOffHint') : undefined}>
        <Switch
          aria-label={t('settings.own')}
          checked={own !== null}
          onChange={(on) => setOwn(on ? (answer.own ?? inheritedSettings) : null)}
        />
      </Form.Item>
      <SettingsFields
        value={own ?? inheritedSettings}
        onChange={setOwn}
        inherited={answer.effective}
        lines={lines.data}
        disabled={own === null}
      />
      <Button type="primary" htmlType="submit" block loading={save.isPending}>
        {t('settings.save')}
      </Button>
    </Form>
  );
}

/** Form for one conversation's own settings, and the customer's language. */
export function ConversationSettings(properties: Properties) {
  const { client } = useDesk();
  const query = useQuery(conversationSettingsQuery(client, properties.conversationId));
  if (query.isPending) return <Skeleton active paragraph={{ rows: 10 }} />;
  if (query.isError) return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  return <Fields answer={query.data} {...properties} />;
}
