import type { RequestOf } from '@parley/contract';
import { newPassword, operatorPasswordMin, updatePassword } from '@parley/contract/identity';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { SaveProblem } from '../../entities/operator/SaveProblem.tsx';
import { useSave } from '../../entities/operator/use-save.ts';
import { schemaRule } from '../../lib/form-rules.ts';

type Values = RequestOf<typeof updatePassword>['body'];
const blank: Values = { oldPassword: '', password: '', confirm: '' };

/** Changes the operator's password; ends all other sessions. */
export function OperatorPassword() {
  const { t } = useTranslation();
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
        extra={t('operatorLogin.passwordHint', { min: operatorPasswordMin })}
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
        {t('operatorLogin.password')}
      </Button>
    </Form>
  );
}
