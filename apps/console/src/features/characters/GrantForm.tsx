import { newId } from '@parley/api-client';
import { grantCharacters } from '@parley/contract/operator';
import { useFormats } from '@parley/ui';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnerForm } from '../../entities/operator/OwnerForm.tsx';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { schemaRule } from '../../lib/form-rules.ts';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';

type Values = { ownerEmail: string; amount: number | null; remark: string };

const blank: Values = { ownerEmail: '', amount: null, remark: '' };

/**
 * Grants characters to an owner. Submitting again after a lost answer grants nothing more; after an answer, the same
 * values are a second grant.
 */
export function GrantForm() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { client } = useOperator();
  const [requestId, setRequestId] = useState(() => newId());
  const another = () => setRequestId(newId());
  const send = async ({ ownerEmail, amount, remark }: Values) => {
    const { ownerRemaining } = await client.call(grantCharacters, {
      body: {
        requestId,
        ownerEmail,
        amount: amount ?? 0,
        ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
      },
    });
    another();
    return t('characters.grant.done', { owner: ownerEmail, left: number(ownerRemaining) });
  };
  const { amount } = grantCharacters.body.shape;
  return (
    // Changed values are a new grant.
    <OwnerForm
      blank={blank}
      send={send}
      onEdited={another}
      okText={t('characters.grant.grant')}
      question={{
        title: t('characters.grant.confirm'),
        text: ({ ownerEmail, amount }) =>
          t('characters.grant.confirmText', { owner: ownerEmail, amount: number(amount ?? 0) }),
      }}
    >
      <Form.Item
        name="amount"
        label={t('characters.grant.amount')}
        rules={[schemaRule(amount, t)]}
        validateTrigger="onSubmit"
      >
        <WholeNumberInput />
      </Form.Item>
      <Form.Item name="remark" label={t('characters.grant.remark')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </OwnerForm>
  );
}
