import { logIn } from '@parley/contract/identity';
import { ErrorPanel, markShown, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Checkbox, Form } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginVault } from '../../lib/saved-login.ts';
import { challengeOf } from '../../lib/second-step.ts';
import { useSession } from '../../lib/session-context.tsx';
import { LoginFields } from '../../ui/LoginFields.tsx';
import { ConsentField } from './ConsentField.tsx';

const SecondStepForm = lazy(async () => ({
  default: (await import('../../ui/SecondStepForm.tsx')).SecondStepForm,
}));

type Values = { username: string; password: string; remember?: boolean; consent: boolean };

type Properties = {
  /** Where a login is remembered; null: it can't be here. */
  vault: LoginVault | null;
  /** Known already, after a password was set again. */
  username?: string | undefined;
  /** The way to a new password. */
  forgotten: ReactNode;
};

/** The owner's way in; where it leads afterwards is the guard's matter. */
export function LoginForm({ vault, username, forgotten }: Properties) {
  const { t } = useTranslation();
  const session = useSession();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const login = useMutation({
    mutationFn: async ({ remember, ...given }: Values) => {
      const body = { username: given.username, password: given.password };
      const attempt = await session.client.call(logIn, { body }).then(
        (tokens) => ({ tokens }),
        (problem: unknown) => ({ problem }),
      );
      // A second step says that the password was right: what is remembered doesn't depend on it.
      if ('problem' in attempt && challengeOf(attempt.problem) === null) throw attempt.problem;
      try {
        await (remember ? vault?.save(body) : vault?.forget());
      } catch {
        // A full or locked storage: the login itself has worked.
        void toasts.warning(t('identity.notRemembered'));
      }
      if (!('problem' in attempt)) return attempt.tokens;
      markShown(attempt.problem);
      throw attempt.problem;
    },
    onSuccess: session.logIn,
  });
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

  const challenge = challengeOf(login.error);
  if (challenge !== null) {
    return (
      <Suspense fallback={null}>
        <SecondStepForm
          client={session.client}
          challenge={challenge}
          onTokens={session.logIn}
          onBack={() => login.reset()}
        />
      </Suspense>
    );
  }
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      // The browser would say it in its own language, and only of one field.
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
