import { type PlatformInfo, usualHistoryRange } from '@parley/contract/channels';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { rangesOf } from './history-state.ts';

// i18n-keys: historyImport.range.*

/** Selects the history to import when an account is added; nothing on platforms that provide none. */
export function HistoryField({ platform }: { platform: PlatformInfo }) {
  const { t } = useTranslation();
  const support = platform.capabilities?.historyImport;
  if (support === undefined) return null;
  const ranges = rangesOf(support).map((value) => ({ value, label: t(`historyImport.range.${value}`) }));
  return (
    <Form.Item
      name="history"
      label={t('historyImport.title')}
      extra={t('historyImport.fieldHint')}
      initialValue={usualHistoryRange}
    >
      <Select options={[{ value: 'none', label: t('historyImport.none') }, ...ranges]} />
    </Form.Item>
  );
}
