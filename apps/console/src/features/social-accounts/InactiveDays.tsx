import {
  type SocialAccountSettings,
  setSocialAccountSettings,
  socialAccountSettings,
} from '@parley/contract/channels';
import { ErrorPanel, useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, InputNumber, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

/** After how many days offline a social account counts as long inactive. */
export function InactiveDays() {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const settings = useQuery({
    queryKey: [...queryKeys.socialAccounts, 'settings'],
    queryFn: ({ signal }) => client.call(socialAccountSettings, {}, { signal }),
  });
  const saving = useMutation({
    mutationFn: (body: SocialAccountSettings) => client.call(setSocialAccountSettings, { body }),
    onSuccess: () => toasts.success(t('socialAccounts.saved')),
    onError: showError,
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.socialAccounts }),
  });
  if (settings.error) return <ErrorPanel problem={settings.error} onRetry={() => void settings.refetch()} />;
  if (settings.data === undefined) return <Skeleton active paragraph={{ rows: 2 }} />;
  return (
    <Form<SocialAccountSettings>
      layout="vertical"
      noValidate
      initialValues={settings.data}
      onFinish={(values) => saving.mutate(values)}
    >
      <Form.Item
        name="inactiveAfterDays"
        label={t('socialAccounts.inactiveAfter')}
        extra={t('socialAccounts.inactiveAfterHint')}
        rules={[schemaRule(setSocialAccountSettings.body.shape.inactiveAfterDays, t)]}
      >
        <InputNumber min={1} max={365} precision={0} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={saving.isPending}>
        {t('socialAccounts.save')}
      </Button>
    </Form>
  );
}
