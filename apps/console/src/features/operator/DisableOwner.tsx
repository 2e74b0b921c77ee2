import { disableOwner, type OwnerAccount } from '@parley/contract/operator';
import { Form, Input } from 'antd';
import { schemaRule } from '../../lib/form-rules.ts';
import { OperatorFormDialog } from './OperatorFormDialog.tsx';
import { operatorPaths } from './operator-paths.ts';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { useTexts } from './texts.ts';
import { useSave } from './use-save.ts';

type Values = { reason: string };

/** Asks for the reason, and says what disabling an owner does. */
export function DisableOwner({ owner, onClose }: { owner: OwnerAccount; onClose: () => void }) {
  const { t } = useTexts();
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
      title={t('op.owners.disableTitle', { name: owner.email })}
      okText={t('op.owners.disable')}
      danger
      form={form}
      saved={{ reason: '' }}
      saving={saving}
      page={operatorPaths.owners}
      onClose={onClose}
    >
      <p>{t('op.owners.disableHint')}</p>
      <Form.Item
        name="reason"
        label={t('op.owners.reason')}
        extra={t('op.owners.reasonHint')}
        rules={[schemaRule(disableOwner.body.shape.reason, t)]}
        validateTrigger="onSubmit"
      >
        <Input.TextArea autoFocus rows={2} maxLength={200} />
      </Form.Item>
    </OperatorFormDialog>
  );
}
