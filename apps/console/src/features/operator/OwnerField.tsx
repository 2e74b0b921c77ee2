import { emailAddress } from '@parley/contract/identity';
import { Form, Input } from 'antd';
import { schemaRule } from '../../lib/form-rules.ts';
import { useTexts } from './texts.ts';

/** The owner of the workspace that is changed: the field `ownerEmail` of the form around it. */
export function OwnerField() {
  const { t } = useTexts();
  return (
    <Form.Item
      name="ownerEmail"
      label={t('op.grant.owner')}
      rules={[schemaRule(emailAddress, t)]}
      validateTrigger="onSubmit"
    >
      <Input type="email" inputMode="email" autoComplete="off" />
    </Form.Item>
  );
}
