import type { AnswerOf } from '@parley/contract';
import {
  type getDeskSettings,
  inheritedSettings,
  putDeskSettings,
  type TranslationSettings,
} from '@parley/contract/conversations';
import { ErrorPanel, SettingsFields, useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { refreshSettingsInForce } from '../../lib/settings-in-force.ts';
import { deskSettingsQuery, linesQuery } from './settings-queries.ts';

type Properties = {
  onSaved: () => void;
  /** Further settings that belong to this browser, shown above. */
  children: ReactNode;
};

function isEmpty(settings: TranslationSettings): boolean {
  return Object.values(settings).every((value) => value === null);
}

function Fields({ answer, onSaved, children }: Properties & { answer: AnswerOf<typeof getDeskSettings> }) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const lines = useQuery(linesQuery(client));
  const toasts = useToasts();
  const toast = useErrorToast();
  const [own, setOwn] = useState<TranslationSettings>(answer.own ?? inheritedSettings);
  const save = useMutation({
    mutationFn: () => client.call(putDeskSettings, { body: { own: isEmpty(own) ? null : own } }),
    onSuccess: () => {
      refreshSettingsInForce(queryClient);
      toasts.success(t('settings.saved'));
      onSaved();
    },
    onError: toast,
  });
  return (
    <Form layout="vertical" onFinish={() => save.mutate()}>
      {children}
      <SettingsFields value={own} onChange={setOwn} inherited={answer.effective} lines={lines.data} />
      <Button type="primary" htmlType="submit" block loading={save.isPending}>
        {t('settings.save')}
      </Button>
    </Form>
  );
}

/** Form for the settings of all conversations of this sub-account without their own. */
export function DeskSettings(properties: Properties) {
  const { client } = useDesk();
  const query = useQuery(deskSettingsQuery(client));
  if (query.isPending) return <Skeleton active paragraph={{ rows: 10 }} />;
  if (query.isError) return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  return <Fields answer={query.data} {...properties} />;
}
