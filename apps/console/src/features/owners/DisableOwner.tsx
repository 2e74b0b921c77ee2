import { disableOwner, type OwnerAccount } from '@parley/contract/operator';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { OperatorFormDialog } from '../../entities/operator/OperatorFormDialog.tsx';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useSave } from '../../entities/operator/use-save.ts';
import { schemaRule } from '../../lib/form-rules.ts';

type Values = { reason: string };

/** Asks for the reason of disabling an owner, and explains the effects. */
export function DisableOwner({ owner, onClose }: { owner: OwnerAccount; onClose: () => void }) {
  const { t } = useTranslation();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const saving = useSave({
    form,
    refresh: operatorKeys.owners,
    send: (body: Values) => client.call(disableOwner, { params: { userId: owner.id }, body }),
    onSaved: onClose,
  });
  return (
    <OperatorFormDialog
      title={t('owners.disableTitle', { name: owner.email })}
      okText={t('owners.disable')}
      danger
      form={form}
      saved={{ reason: '' }}
      saving={saving}
      onClose={onClose}
    >
      <p>{t('owners.disableHint')}</p>
      <Form.Item
        name="reason"
        label={t('owners.reason')}
        extra={t('owners.reasonHint')}
        rules={[schemaRule(disableOwner.body.shape.reason, t)]}
        validateTrigger="onSubmit"
      >
        <Input.TextArea autoFocus rows={2} maxLength={200} />
      </Form.Item>
    </OperatorFormDialog>
  );
}
