// i18n-keys: translation.workspaceHint translation.socialAccountHint translation.conversationHint
import { inheritedSettings, type TranslationSettings } from '@parley/contract/conversations';
import type { LevelSettings } from '@parley/contract/translation';
import { ErrorPanel, SettingsFields, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { differs, useUnsaved } from '../../lib/unsaved-changes.ts';
import { levelSettings, putSettings, type SettingsTarget, translationLineList } from './queries.ts';

type Properties = {
  target: SettingsTarget;
  onSaved?: () => void;
};

const isNothing = (settings: TranslationSettings) => Object.values(settings).every((value) => value === null);

/** The translation settings of one level, with the origin of each inherited value. */
export function TranslationSettingsForm(properties: Properties) {
  const { data, error, refetch } = useQuery(levelSettings(useClient(), properties.target));
  if (data !== undefined) return <Fields {...properties} settings={data} />;
  if (error) return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  return <Skeleton active paragraph={{ rows: 10 }} />;
}

function Fields({ target, onSaved, settings }: Properties & { settings: LevelSettings }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const lines = useQuery(translationLineList(client));
  const stored = settings.own ?? inheritedSettings;
  const [own, setOwn] = useState(stored);
  const changed = differs(own, stored);
  useUnsaved(changed);
  const save = useMutation({
    mutationFn: () => putSettings(client, target, isNothing(own) ? null : own),
    onSuccess: (saved) => {
      queryClient.setQueryData(levelSettings(client, target).queryKey, saved);
      void toasts.success(t('translation.saved'));
      onSaved?.();
    },
  });
  return (
    <Form layout="vertical" className="wide-form" onFinish={() => save.mutate()}>
      <p className="quiet">{t(`translation.${target.level}Hint`)}</p>
      <SettingsFields
        value={own}
        onChange={setOwn}
        inherited={settings.inherited}
        inheritedFrom={settings.inheritedFrom}
        lines={lines.data}
      />
      {save.error ? (
        <Form.Item>
          <ErrorPanel problem={save.error} />
        </Form.Item>
      ) : null}
      <Space>
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!changed}>
          {t('translation.save')}
        </Button>
        <Button disabled={isNothing(own)} onClick={() => setOwn(inheritedSettings)}>
          {t('translation.inheritAgain')}
        </Button>
      </Space>
    </Form>
  );
}
