import { type FanSettings as Settings, setFanSettings } from '@parley/contract/fan-statistics';
import { ErrorPanel, useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, InputNumber, Skeleton, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { fanSettings } from './queries.ts';

/** Sets when a fan counts as long inactive, and whether one phone number makes fans one person. */
export function FanSettings() {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const settings = useQuery(fanSettings(client));
  const saving = useMutation({
    mutationFn: (body: Settings) => client.call(setFanSettings, { body }),
    onSuccess: () => toasts.success(t('fanStatistics.saved')),
    onError: showError,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: queryKeys.fanSettings });
      void cache.invalidateQueries({ queryKey: queryKeys.fans });
    },
  });
  if (settings.error) return <ErrorPanel problem={settings.error} onRetry={() => void settings.refetch()} />;
  if (settings.data === undefined) return <Skeleton active paragraph={{ rows: 2 }} />;
  return (
    <Form<Settings>
      layout="vertical"
      noValidate
      initialValues={settings.data}
      onFinish={(values) => saving.mutate(values)}
    >
      <Form.Item
        name="inactiveAfterDays"
        label={t('fanStatistics.inactiveAfter')}
        extra={t('fanStatistics.inactiveAfterHint')}
        rules={[schemaRule(setFanSettings.body.shape.inactiveAfterDays, t)]}
      >
        <InputNumber min={1} max={365} precision={0} />
      </Form.Item>
      <Form.Item
        name="mergeByPhone"
        label={t('fanStatistics.mergeByPhone')}
        extra={t('fanStatistics.mergeByPhoneHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={saving.isPending}>
        {t('fanStatistics.save')}
      </Button>
    </Form>
  );
}
