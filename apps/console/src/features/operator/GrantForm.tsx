import { newId } from '@parley/api-client';
import { grantCharacters } from '@parley/contract';
import { useFormats } from '@parley/ui';
import { Alert, Button, Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { schemaRule } from '../../lib/form-rules.ts';
import { OwnerField } from './OwnerField.tsx';
import { useOperator } from './operator-session.tsx';
import { SaveProblem } from './SaveProblem.tsx';
import { useTexts } from './texts.ts';
import { useSave } from './use-save.ts';

type Values = { ownerEmail: string; amount: number | null; remark: string };

const blank: Values = { ownerEmail: '', amount: null, remark: '' };

/**
 * Gives characters to an owner. Pressing again after a lost answer grants nothing more; after an answer the same
 * again is a second grant.
 */
export function GrantForm() {
  const { t } = useTexts();
  const { number } = useFormats();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const [id, setId] = useState(() => newId());
  const [granted, setGranted] = useState<string>();
  const { save, pending, problem } = useSave({
    form,
    refresh: [],
    send: ({ ownerEmail, amount, remark }: Values) =>
      client.call(grantCharacters, {
        body: {
          requestId: id,
          ownerEmail,
          amount: amount ?? 0,
          ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
        },
      }),
    onSaved: ({ ownerRemaining }) => {
      setGranted(t('op.grant.done', { left: number(ownerRemaining) }));
      setId(newId());
      form.resetFields();
    },
  });
  const { amount } = grantCharacters.body.shape;
  return (
    <Form
      form={form}
      layout="vertical"
      noValidate
      className="operator-form"
      initialValues={blank}
      onFinish={save}
      onValuesChange={() => {
        setGranted(undefined);
        // Another content is another grant.
        setId(newId());
      }}
    >
      <SaveProblem problem={problem} onReload={() => undefined} />
      {granted === undefined ? null : (
        <Alert type="success" showIcon role="status" title={granted} className="save-problem" />
      )}
      <OwnerField />
      <Form.Item
        name="amount"
        label={t('op.grant.amount')}
        rules={[schemaRule(amount, t)]}
        validateTrigger="onSubmit"
      >
        <InputNumber min={1} max={1_000_000_000} step={10_000} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="remark" label={t('op.grant.remark')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={pending}>
        {t('op.grant.grant')}
      </Button>
    </Form>
  );
}
