import { setWorkspacePorts } from '@parley/contract/ports';
import { useFormats } from '@parley/ui';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { OwnerForm } from '../../entities/operator/OwnerForm.tsx';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { schemaRule } from '../../lib/form-rules.ts';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';

type Values = { ownerEmail: string; ports: number | null };

const blank: Values = { ownerEmail: '', ports: null };

/** Sets the number of ports of an owner's workspace. */
export function PortsForm() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { client } = useOperator();
  const send = async ({ ownerEmail, ports }: Values) => {
    const { total } = await client.call(setWorkspacePorts, { body: { ownerEmail, ports: ports ?? 0 } });
    return t('ports.workspace.done', { owner: ownerEmail, total: number(total) });
  };
  const { ports } = setWorkspacePorts.body.shape;
  return (
    <OwnerForm blank={blank} send={send} okText={t('ports.workspace.set')}>
      <Form.Item
        name="ports"
        label={t('ports.workspace.ports')}
        extra={t('ports.workspace.portsHint')}
        rules={[schemaRule(ports, t)]}
        validateTrigger="onSubmit"
      >
        <WholeNumberInput />
      </Form.Item>
    </OwnerForm>
  );
}
