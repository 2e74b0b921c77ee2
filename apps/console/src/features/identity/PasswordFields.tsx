import { newPassword } from '@parley/contract/identity';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { blurRules, validatedOnBlur } from '../../lib/form-rules.ts';

type Properties = {
  /** Replaces the label "Password", for forms with an old one as well. */
  label?: string;
};

/** A new password and its confirmation: the fields `password` and `confirm` of the surrounding form. */
export function PasswordFields({ label }: Properties) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="password"
        label={label ?? t('identity.password')}
        extra={t('identity.passwordHint')}
        rules={blurRules(newPassword, t)}
        validateTrigger={validatedOnBlur}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirm"
        label={t('identity.confirm')}
        dependencies={['password']}
        validateTrigger={validatedOnBlur}
        rules={[
          { required: true, message: t('validation.required'), validateTrigger: 'onSubmit' },
          ({ getFieldValue }) => ({
            validator: (_, again: unknown) =>
              again === undefined || again === '' || again === getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error(t('validation.password-mismatch'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
