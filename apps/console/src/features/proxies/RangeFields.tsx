import { Form, Segmented } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { someSubAccounts } from './proxy-values.ts';

type Properties = {
  /** The control that picks sub-accounts; takes `value` and `onChange`. */
  subAccountsField: ReactElement;
};

/** The choice of whose social accounts may use it: part of a form that holds `range` and `subAccountIds`. */
export function RangeFields({ subAccountsField }: Properties) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="range" label={t('proxies.range')} extra={t('proxies.rangeHint')} required>
        <Segmented
          options={[
            { value: 'all', label: t('proxies.rangeAll') },
            { value: 'some', label: t('proxies.rangeSome') },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['range']}>
        {({ getFieldValue }) =>
          getFieldValue('range') === 'some' ? (
            <Form.Item
              name="subAccountIds"
              label={t('proxies.subAccounts')}
              rules={[schemaRule(someSubAccounts, t)]}
              required
            >
              {subAccountsField}
            </Form.Item>
          ) : null
        }
      </Form.Item>
    </>
  );
}
