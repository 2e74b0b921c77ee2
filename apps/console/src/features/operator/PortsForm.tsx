import { setWorkspacePorts } from '@parley/contract/ports';
import { useFormats } from '@parley/ui';
import { Form, InputNumber } from 'antd';
import { schemaRule } from '../../lib/form-rules.ts';
import { OwnerForm } from './OwnerForm.tsx';
import { useOperator } from './operator-session.tsx';
import { useTexts } from './texts.ts';

type Values = { ownerEmail: string; ports: number | null };

const blank: Values = { ownerEmail: '', ports: null };

/** Sets how many ports an owner's workspace has. */
export function PortsForm() {
  const { t } = useTexts();
  const { number } = useFormats();
  const { client } = useOperator();
  const send = async ({ ownerEmail, ports }: Values) => {
    const { total } = await client.call(setWorkspacePorts, { body: { ownerEmail, ports: ports ?? 0 } });
    return t('op.ports.done', { owner: ownerEmail, total: number(total) });
  };
  const { ports } = setWorkspacePorts.body.shape;
  return (
    <OwnerForm blank={blank} send={send} okText={t('op.ports.set')}>
      <Form.Item
        name="ports"
        label={t('op.ports.ports')}
        extra={t('op.ports.portsHint')}
        rules={[schemaRule(ports, t)]}
        validateTrigger="onSubmit"
      >
        <InputNumber min={0} max={1_000_000} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </OwnerForm>
  );
}
