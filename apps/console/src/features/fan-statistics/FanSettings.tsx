import { setFanSettings } from '@parley/contract/fan-statistics';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { SettingForm } from '../../ui/SettingForm.tsx';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';
import { fanSettings } from './queries.ts';

/** Sets after how long a fan counts as inactive, and whether a shared phone number makes fans one person. */
export function FanSettings() {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  return (
    <SettingForm
      stored={useQuery(fanSettings(client))}
      save={(body) => client.call(setFanSettings, { body })}
      onSettled={() => {
        void cache.invalidateQueries({ queryKey: queryKeys.fanSettings });
        void cache.invalidateQueries({ queryKey: queryKeys.fans });
      }}
      saveText={t('fanStatistics.save')}
      savedText={t('fanStatistics.saved')}
    >
      <Form.Item
        name="inactiveAfterDays"
        label={t('fanStatistics.inactiveAfter')}
        extra={t('fanStatistics.inactiveAfterHint')}
        rules={[schemaRule(setFanSettings.body.shape.inactiveAfterDays, t)]}
      >
        <WholeNumberInput />
      </Form.Item>
      <Form.Item
        name="mergeByPhone"
        label={t('fanStatistics.mergeByPhone')}
        extra={t('fanStatistics.mergeByPhoneHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </SettingForm>
  );
}
