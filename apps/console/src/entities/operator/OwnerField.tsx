import { emailAddress } from '@parley/contract/identity';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';

/** The owner of the workspace to change: the field `ownerEmail` of the surrounding form. */
export function OwnerField() {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="ownerEmail"
      label={t('operator.owner')}
      rules={[schemaRule(emailAddress, t)]}
      validateTrigger="onSubmit"
    >
      <Input type="email" inputMode="email" autoComplete="off" />
    </Form.Item>
  );
}
