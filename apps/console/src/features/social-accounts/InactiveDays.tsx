import { setSocialAccountSettings, socialAccountSettings } from '@parley/contract/channels';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { SettingForm } from '../../ui/SettingForm.tsx';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';

/** Sets after how many days offline a social account counts as inactive. */
export function InactiveDays() {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const settings = useQuery({
    queryKey: [...queryKeys.socialAccounts, 'settings'],
    queryFn: ({ signal }) => client.call(socialAccountSettings, {}, { signal }),
  });
  return (
    <SettingForm
      stored={settings}
      save={(body) => client.call(setSocialAccountSettings, { body })}
      onSettled={() => void cache.invalidateQueries({ queryKey: queryKeys.socialAccounts })}
      saveText={t('socialAccounts.save')}
      savedText={t('socialAccounts.saved')}
    >
      <Form.Item
        name="inactiveAfterDays"
        label={t('socialAccounts.inactiveAfter')}
        extra={t('socialAccounts.inactiveAfterHint')}
        rules={[schemaRule(setSocialAccountSettings.body.shape.inactiveAfterDays, t)]}
      >
        <WholeNumberInput />
      </Form.Item>
    </SettingForm>
  );
}
