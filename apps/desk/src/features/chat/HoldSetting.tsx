import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { holdChoicesMs, readHoldMs, writeHoldMs } from './hold-setting.ts';

/** Sets how long a translation is shown before it is sent, starting with the next message. */
export function HoldSetting() {
  const { t } = useTranslation();
  const { storage } = useDesk();
  const [value, setValue] = useState(() => readHoldMs(storage));
  return (
    <Form.Item label={t('composer.holdSetting')} extra={t('composer.holdSettingHint')}>
      <Select
        aria-label={t('composer.holdSetting')}
        value={value}
        onChange={(ms) => {
          writeHoldMs(storage, ms);
          setValue(ms);
        }}
        options={holdChoicesMs.map((ms) => ({
          value: ms,
          label: ms === 0 ? t('composer.holdNone') : t('composer.holdSeconds', { count: ms / 1000 }),
        }))}
      />
    </Form.Item>
  );
}
