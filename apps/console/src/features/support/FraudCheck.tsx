import './support.css';
import { checkContact, contactKind } from '@parley/contract/support';
import { ErrorPanel, useAllowClear } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';

// i18n-keys: support.kind.*

type Values = { account: string; kind?: (typeof contactKind.options)[number] };

/** Checks whether an account that claims to be official staff is one. */
export function FraudCheck() {
  const clear = useAllowClear();
  const { t } = useTranslation();
  const client = useClient();
  const headingId = useId();
  const check = useMutation({
    mutationFn: ({ account, kind }: Values) =>
      client.call(checkContact, { query: { account, ...(kind === undefined ? {} : { kind }) } }),
  });
  return (
    <section className="fraud-check" aria-labelledby={headingId}>
      <h3 id={headingId}>{t('support.check')}</h3>
      <p className="quiet">{t('support.checkHint')}</p>
      <Form<Values>
        layout="vertical"
        onFinish={(values) => check.mutate(values)}
        onValuesChange={() => check.reset()}
      >
        <Form.Item name="kind" label={t('support.where')}>
          <Select
            allowClear={clear}
            placeholder={t('support.anywhere')}
            options={contactKind.options.map((kind) => ({ value: kind, label: t(`support.kind.${kind}`) }))}
          />
        </Form.Item>
        <Form.Item
          name="account"
          label={t('support.account')}
          rules={[schemaRule(checkContact.query.shape.account, t)]}
          validateTrigger="onSubmit"
        >
          <Input autoComplete="off" maxLength={100} />
        </Form.Item>
        <Button block type="primary" htmlType="submit" loading={check.isPending}>
          {t('support.doCheck')}
        </Button>
      </Form>
      <div aria-live="assertive" style={{ marginBlockStart: 12 }}>
        {check.error ? <ErrorPanel problem={check.error} /> : null}
        {check.data === undefined ? null : <Verdict official={check.data.official} />}
      </div>
    </section>
  );
}

function Verdict({ official }: { official: boolean }) {
  const { t } = useTranslation();
  return official ? (
    <Alert type="success" showIcon title={t('support.official')} />
  ) : (
    <Alert type="error" showIcon title={t('support.notOurs')} description={t('support.notOursHint')} />
  );
}
