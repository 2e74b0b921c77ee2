import type { RequestOf } from '@parley/contract';
import { updatePassword, updatePasswordForm } from '@parley/contract/identity';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { PasswordFields } from './PasswordFields.tsx';
import { useFormUnsaved } from './use-form-unsaved.ts';

type Values = RequestOf<typeof updatePassword>['body'];

/** Errors that concern one field. */
const causes = { 'identity.wrong-password': 'oldPassword' } as const;

type Properties = {
  onChanged: (password: string) => void;
};

/** Changes the password; ends all other sessions. */
export function ChangePassword({ onChanged }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  useFormUnsaved(form);
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const change = useMutation({
    ...handlers,
    mutationFn: (values: Values) => client.call(updatePassword, { body: values }),
    onSuccess: (_, { password }) => {
      form.resetFields();
      void toasts.success(t('identity.passwordChanged'));
      onChanged(password);
    },
  });
  return (
    <Form
      form={form}
      layout="vertical"
      className="narrow-form"
      onFinish={(values) => change.mutate(values)}
      onValuesChange={clear}
    >
      <Form.Item
        name="oldPassword"
        label={t('identity.oldPassword')}
        rules={[schemaRule(updatePasswordForm.shape.oldPassword, t)]}
        validateTrigger="onSubmit"
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <PasswordFields label={t('identity.newPassword')} />
      {problem ? (
        <Form.Item>
          <ErrorPanel problem={problem} />
        </Form.Item>
      ) : null}
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        {t('identity.changePassword')}
      </Button>
    </Form>
  );
}
