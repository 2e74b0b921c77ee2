import type { Client } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '@parley/contract/identity';
import { CopyButton, ErrorPanel } from '@parley/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, type FormInstance, Input, QRCode, Skeleton, Space, Tag } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule, validateAndFocus } from '../../lib/form-rules.ts';
import { useFormProblem } from '../../lib/use-form-problem.ts';

type Values = { password: string; code: string };

/** Errors that concern one field. */
const causes = { 'identity.wrong-password': 'password' } as const;

/** Enables and disables two-factor authentication of the client's account. */
export function TwoFactorPanel({ client }: { client: Client }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1} className="focus-place">
      <Steps client={client} onStep={() => place.current?.focus({ preventScroll: true })} />
    </div>
  );
}

/** Calls `onStep` after each change of step, which unmounts the focused button. */
function Steps({ client, onStep }: { client: Client; onStep: () => void }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<string[]>();
  const state = useQuery({
    queryKey: ['two-factor'],
    queryFn: ({ signal }) => client.call(getTwoFactor, {}, { signal }),
  });
  const show = (recoveryCodes: string[] | undefined) => {
    setCodes(recoveryCodes);
    void state.refetch();
  };
  const step = codes !== undefined ? 'codes' : state.data?.enabledAt;
  useAfterChange(step, onStep);
  if (state.error) return <ErrorPanel problem={state.error} onRetry={() => void state.refetch()} />;
  if (state.data === undefined) return <Skeleton active paragraph={{ rows: 2 }} />;
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
  if (state.data.enabledAt === null) return <SetUp client={client} onOn={show} />;
  return (
    <>
      <p>
        <Tag color="success">{t('twoFactor.on')}</Tag>{' '}
        {t('twoFactor.codesLeft', { count: state.data.recoveryCodesLeft })}
      </p>
      <Manage client={client} onChanged={show} />
    </>
  );
}

/** Calls back after each change between two known values. */
function useAfterChange<Value>(value: Value | undefined, onChange: () => void): void {
  const last = useRef(value);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (value === undefined) return;
    if (last.current !== undefined && last.current !== value) changed();
    last.current = value;
  }, [value]);
}

type SetUpProperties = { client: Client; onOn: (codes: string[]) => void };

/** Enables the second factor: the password reveals the secret, and a first code proves that it was stored. */
function SetUp({ client, onOn }: SetUpProperties) {
  const [secret, setSecret] = useState<AnswerOf<typeof setUpTwoFactor>>();
  const [returned, setReturned] = useState(false);
  if (secret === undefined) return <PasswordStep client={client} returned={returned} onSecret={setSecret} />;
  const cancel = () => {
    setSecret(undefined);
    setReturned(true);
  };
  return <FirstCodeStep client={client} secret={secret} onOn={onOn} onCancel={cancel} />;
}

type PasswordStepProperties = {
  client: Client;
  /** True when the next step was cancelled, so that the focus must return to this field. */
  returned: boolean;
  onSecret: (secret: AnswerOf<typeof setUpTwoFactor>) => void;
};

function PasswordStep({ client, returned, onSecret }: PasswordStepProperties) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const begin = useMutation({
    ...handlers,
    mutationFn: ({ password }: Values) => client.call(setUpTwoFactor, { body: { password } }),
    onSuccess: onSecret,
  });
  return (
    <Form<Values>
      form={form}
      name="two-factor"
      layout="vertical"
      className="narrow-form"
      onFinish={(values) => begin.mutate(values)}
      onValuesChange={clear}
    >
      <PasswordField autoFocus={returned} />
      <Problem of={problem} />
      <Space wrap>
        <Button type="primary" htmlType="submit" loading={begin.isPending}>
          {t('twoFactor.setUp')}
        </Button>
        <ClearButton form={form} disabled={begin.isPending} onCleared={clear} />
      </Space>
    </Form>
  );
}

type FirstCodeProperties = SetUpProperties & {
  secret: AnswerOf<typeof setUpTwoFactor>;
  onCancel: () => void;
};

function FirstCodeStep({ client, secret: { secret, uri }, onOn, onCancel }: FirstCodeProperties) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { problem, clear, handlers } = useFormProblem(form);
  const confirm = useMutation({
    ...handlers,
    mutationFn: ({ code }: Values) => client.call(confirmTwoFactor, { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onOn(recoveryCodes),
  });
  return (
    <Form<Values>
      form={form}
      name="two-factor"
      layout="vertical"
      className="narrow-form"
      onFinish={(values) => confirm.mutate(values)}
      onValuesChange={clear}
    >
      <p>{t('twoFactor.scan')}</p>
      <div className="two-factor-code">
        <QRCode value={uri} type="svg" bgColor="#fff" color="#000" aria-label={t('twoFactor.scan')} />
      </div>
      <p>
        {t('twoFactor.orType')} <code className="code">{secret}</code>{' '}
        <CopyButton text={secret} label={t('twoFactor.copySecret')} />
      </p>
      <Form.Item
        name="code"
        label={t('twoFactor.firstCode')}
        rules={[schemaRule(confirmTwoFactor.body.shape.code, t, 'authenticator')]}
        validateTrigger="onSubmit"
      >
        <Input inputMode="numeric" autoComplete="one-time-code" autoFocus maxLength={7} />
      </Form.Item>
      <Problem of={problem} />
      <Space wrap>
        <Button type="primary" htmlType="submit" loading={confirm.isPending}>
          {t('twoFactor.switchOn')}
        </Button>
        <Button disabled={confirm.isPending} onClick={onCancel}>
          {t('twoFactor.cancel')}
        </Button>
      </Space>
    </Form>
  );
}

/** Renewing the recovery codes and disabling the second factor both require the password and a code. */
function Manage({ client, onChanged }: { client: Client; onChanged: (codes?: string[]) => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const renew = useMutation({
    ...handlers,
    mutationFn: (body: Values) => client.call(renewRecoveryCodes, { body }),
    onSuccess: ({ recoveryCodes }) => onChanged(recoveryCodes),
  });
  const disable = useMutation({
    ...handlers,
    mutationFn: (body: Values) => client.call(disableTwoFactor, { body }),
    onSuccess: () => onChanged(),
  });
  const send = async (send: (values: Values) => void) => {
    if (await validateAndFocus(form)) send(form.getFieldsValue());
  };
  return (
    <Form name="two-factor" form={form} layout="vertical" className="narrow-form" onValuesChange={clear}>
      <PasswordField />
      <Form.Item
        name="code"
        label={t('security.code')}
        rules={[schemaRule(disableTwoFactor.body.shape.code, t, 'second-factor')]}
        validateTrigger="onSubmit"
      >
        <Input autoComplete="one-time-code" maxLength={30} spellCheck={false} />
      </Form.Item>
      <Problem of={problem} />
      <Space wrap>
        <Button loading={renew.isPending} onClick={() => void send(renew.mutate)}>
          {t('twoFactor.renewCodes')}
        </Button>
        <Button danger loading={disable.isPending} onClick={() => void send(disable.mutate)}>
          {t('twoFactor.switchOff')}
        </Button>
        <ClearButton form={form} disabled={renew.isPending || disable.isPending} onCleared={clear} />
      </Space>
    </Form>
  );
}

type ClearProperties = { form: FormInstance<Values>; disabled: boolean; onCleared: () => void };

/** Clears the form's fields; rendered only while one has a value. */
function ClearButton({ form, disabled, onCleared }: ClearProperties) {
  const { t } = useTranslation();
  const values: Partial<Values> | undefined = Form.useWatch([], form);
  if (!values?.password && !values?.code) return null;
  const clear = () => {
    form.resetFields();
    onCleared();
    form.focusField('password');
  };
  return (
    <Button disabled={disabled} onClick={clear}>
      {t('twoFactor.cancel')}
    </Button>
  );
}

/** In a form item, for the spacing to the button below. */
function Problem({ of }: { of: unknown }) {
  if (!of) return null;
  return (
    <Form.Item>
      <ErrorPanel problem={of} />
    </Form.Item>
  );
}

function PasswordField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="password"
      label={t('twoFactor.password')}
      rules={[{ required: true, message: t('validation.required') }]}
    >
      <Input.Password autoComplete="current-password" autoFocus={autoFocus} />
    </Form.Item>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const text = codes.join('\n');
  return (
    <>
      <Alert type="warning" showIcon title={t('twoFactor.keepCodes')} />
      <pre className="code">{text}</pre>
      <Space>
        <CopyButton text={text} label={t('twoFactor.copyCodes')} size="middle" type="default" />
        <Button type="primary" onClick={onDone}>
          {t('twoFactor.codesKept')}
        </Button>
      </Space>
    </>
  );
}
