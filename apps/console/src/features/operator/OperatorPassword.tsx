import type { RequestOf } from '@parley/contract';
import { newPassword, operatorPasswordMin, updatePassword } from '@parley/contract/identity';
import { Button, Form, Input } from 'antd';
import { schemaRule } from '../../lib/form-rules.ts';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { SaveProblem } from './SaveProblem.tsx';
import { useTexts } from './texts.ts';
import { useSave } from './use-save.ts';

type Values = RequestOf<typeof updatePassword>['body'];
const blank: Values = { oldPassword: '', password: '', confirm: '' };

/** The operator's present password and a new one; the other sessions end. */
export function OperatorPassword() {
  const { t } = useTexts();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const { save, pending, problem } = useSave({
    form,
    refresh: operatorKeys.self,
    send: (body: Values) => client.call(updatePassword, { body }),
    onSaved: () => form.resetFields(),
  });
  return (
    <Form
      form={form}
      layout="vertical"
      noValidate
      className="operator-form"
      initialValues={blank}
      onFinish={save}
    >
      <SaveProblem problem={problem} onReload={() => undefined} />
      <Form.Item
        name="oldPassword"
        label={t('identity.oldPassword')}
        rules={[{ required: true, message: t('validation.required') }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('identity.newPassword')}
        extra={t('op.account.passwordHint', { min: operatorPasswordMin })}
        rules={[schemaRule(newPassword, t)]}
        validateTrigger="onSubmit"
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirm"
        label={t('identity.confirm')}
        dependencies={['password']}
        validateTrigger="onSubmit"
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, again: unknown) =>
              again === getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error(t('validation.password-mismatch'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={pending}>
        {t('op.account.password')}
      </Button>
    </Form>
  );
}
