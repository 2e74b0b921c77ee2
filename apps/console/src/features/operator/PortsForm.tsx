import { setWorkspacePorts } from '@parley/contract';
import { useFormats } from '@parley/ui';
import { Alert, Button, Form, InputNumber } from 'antd';
import { useState } from 'react';
import { schemaRule } from '../../lib/form-rules.ts';
import { OwnerField } from './OwnerField.tsx';
import { useOperator } from './operator-session.tsx';
import { SaveProblem } from './SaveProblem.tsx';
import { useTexts } from './texts.ts';
import { useSave } from './use-save.ts';

type Values = { ownerEmail: string; ports: number | null };

const blank: Values = { ownerEmail: '', ports: null };

/** Sets how many ports an owner's workspace has. */
export function PortsForm() {
  const { t } = useTexts();
  const { number } = useFormats();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const [done, setDone] = useState<string>();
  const { save, pending, problem } = useSave({
    form,
    refresh: [],
    send: async ({ ownerEmail, ports }: Values) => {
      const { total } = await client.call(setWorkspacePorts, { body: { ownerEmail, ports: ports ?? 0 } });
      return t('op.ports.done', { owner: ownerEmail, total: number(total) });
    },
    onSaved: (sentence) => {
      setDone(sentence);
      form.resetFields();
    },
  });
  const { ports } = setWorkspacePorts.body.shape;
  return (
    <Form
      form={form}
      layout="vertical"
      noValidate
      className="operator-form"
      initialValues={blank}
      onFinish={save}
      onValuesChange={() => setDone(undefined)}
    >
      <SaveProblem problem={problem} onReload={() => undefined} />
      {done === undefined ? null : (
        <Alert type="success" showIcon role="status" title={done} className="save-problem" />
      )}
      <OwnerField />
      <Form.Item
        name="ports"
        label={t('op.ports.ports')}
        extra={t('op.ports.portsHint')}
        rules={[schemaRule(ports, t)]}
        validateTrigger="onSubmit"
      >
        <InputNumber min={0} max={1_000_000} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={pending}>
        {t('op.ports.set')}
      </Button>
    </Form>
  );
}
