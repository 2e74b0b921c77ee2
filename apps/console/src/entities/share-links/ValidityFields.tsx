import { validDays } from '@parley/contract/work-order-shares';
import { Form, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';
import type { ValidityValues } from './access-values.ts';

/** Fields for a link's validity; for a form whose values include `ValidityValues`. */
export function ValidityFields() {
  const { t } = useTranslation();
  const form = Form.useFormInstance<ValidityValues>();
  const validity = Form.useWatch('validity', form) ?? 'days';
  return (
    <>
      <Form.Item name="validity" label={t('shareLinks.validity')}>
        <Radio.Group
          options={[
            { value: 'days', label: t('shareLinks.limited') },
            { value: 'unlimited', label: t('shareLinks.unlimited') },
          ]}
        />
      </Form.Item>
      {validity === 'days' ? (
        <Form.Item
          name="validDays"
          label={t('shareLinks.validDays')}
          extra={t('shareLinks.validDaysHint')}
          rules={[schemaRule(validDays, t)]}
        >
          <WholeNumberInput />
        </Form.Item>
      ) : null}
    </>
  );
}
