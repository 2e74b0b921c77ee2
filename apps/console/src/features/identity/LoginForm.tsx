import { logIn } from '@parley/contract';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Checkbox, Form } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginVault } from '../../lib/saved-login.ts';
import { useSession } from '../../lib/session-context.tsx';
import { LoginFields } from '../../ui/LoginFields.tsx';
import { ConsentField } from './ConsentField.tsx';

type Values = { username: string; password: string; remember?: boolean; consent: boolean };

type Properties = {
  /** Where a log-in is remembered; null: it can't be here. */
  vault: LoginVault | null;
  /** Known already, after a password was set anew. */
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
      const tokens = await session.client.call(logIn, { body });
      try {
        await (remember ? vault?.save(body) : vault?.forget());
      } catch {
        // A full or locked storage: the log-in itself has worked.
        void toasts.warning(t('identity.notRemembered'));
      }
      return tokens;
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
