import { ErrorPanel, lazyPart } from '@parley/ui';
import { Button, Checkbox, Form, type FormInstance } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginVault } from '../../lib/saved-login.ts';
import { challengeOf } from '../../lib/second-step.ts';
import { useSession } from '../../lib/session-context.tsx';
import { LoginFields } from '../../ui/LoginFields.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { ConsentField } from './ConsentField.tsx';
import { type LoginValues, useLogin } from './use-login.ts';

const SecondStepForm = lazyPart(async () => (await import('../../ui/SecondStepForm.tsx')).SecondStepForm, {
  fallback: <PageSkeleton />,
});

type Properties = {
  /** The store of remembered logins; null: not available in this browser. */
  vault: LoginVault | null;
  /** Known after a password reset. */
  username?: string | undefined;
  /** Link to the password reset. */
  forgotten: ReactNode;
};

/** Fills in the remembered login, unless something was typed already or it is another user's. */
function useRememberedLogin(
  form: FormInstance<LoginValues>,
  { vault, username }: Pick<Properties, 'vault' | 'username'>,
): void {
  useEffect(() => {
    let gone = false;
    const fill = async () => {
      const saved = await vault?.read().catch(() => null);
      if (!saved || gone || form.isFieldsTouched(['username', 'password'])) return;
      if (username === undefined || username === saved.username) {
        form.setFieldsValue({ ...saved, remember: true });
      }
    };
    void fill();
    return () => {
      gone = true;
    };
  }, [vault, form, username]);
}

/** The owner's login form; the guard redirects afterwards. */
export function LoginForm({ vault, username, forgotten }: Properties) {
  const { t } = useTranslation();
  const session = useSession();
  const [form] = Form.useForm<LoginValues>();
  const login = useLogin(vault);
  useRememberedLogin(form, { vault, username });

  const challenge = challengeOf(login.error);
  if (challenge !== null) {
    return (
      <SecondStepForm
        client={session.client}
        challenge={challenge}
        onTokens={session.logIn}
        onBack={() => login.reset()}
      />
    );
  }
  return (
    <Form<LoginValues>
      form={form}
      layout="vertical"
      // Native validation messages are in the browser's language and cover only one field.
      noValidate
      size="large"
      initialValues={{ consent: true, ...(username === undefined ? {} : { username }) }}
      onFinish={(values) => login.mutate(values)}
      onValuesChange={() => login.reset()}
    >
      <LoginFields />
      <div className="entry-line">
        {vault === null ? (
          <span className="quiet">{t('identity.rememberNeedsHttps')}</span>
        ) : (
          <Form.Item noStyle name="remember" valuePropName="checked">
            <Checkbox>{t('identity.remember')}</Checkbox>
          </Form.Item>
        )}
        <span className="grow" />
        {forgotten}
      </div>
      <ConsentField name="consent" />
      {login.error ? (
        <Form.Item>
          <ErrorPanel problem={login.error} />
        </Form.Item>
      ) : null}
      <Button block type="primary" htmlType="submit" loading={login.isPending}>
        {t('identity.logIn')}
      </Button>
    </Form>
  );
}
