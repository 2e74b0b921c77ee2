import { isApiError } from '@parley/api-client';
import { createProxy, type KeptProxy, tryProxy, updateProxy } from '@parley/contract/proxies';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Form, type FormInstance } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstField } from '../../lib/focus-first-field.ts';
import { areValid } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { useGuardedClose } from '../../ui/use-guarded-close.tsx';
import { ProxyFields } from './ProxyFields.tsx';
import { blank, changesFrom, formFrom, type ProxyValues, trialFrom, valuesOf } from './proxy-values.ts';
import { findProxy } from './queries.ts';
import { TrialResult } from './TrialResult.tsx';

type Properties = {
  /** The proxy to change; undefined: a new one. */
  existing: KeptProxy | undefined;
  /** The control that picks sub-accounts; takes `value` and `onChange`. */
  subAccountsField: ReactElement;
  /** The path of the page around it. */
  page: string;
  onClose: () => void;
};

/** The fields that a test needs; the rest of the form may still be empty. */
const accessFields = ['networkProtocol', 'host', 'port', 'proxyUserName', 'proxyPassword'] as const;

/** The refusals that concern the host. */
const causes = { 'proxy.private': 'host', 'proxy.already-added': 'host' } as const;

/** Saves or tests the form; `problem` is a refusal that no field shows. */
function useProxyForm(form: FormInstance<ProxyValues>, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const save = useMutation({
    ...handlers,
    mutationFn: ({ values, base }: { values: ProxyValues; base: KeptProxy | undefined }) =>
      base === undefined
        ? client.call(createProxy, { body: formFrom(values) })
        : client.call(updateProxy, { body: changesFrom(values, base) }),
    onSuccess: () => {
      toasts.success(t('proxies.saved'));
      onSaved();
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: queryKeys.proxies });
      void cache.invalidateQueries({ queryKey: queryKeys.socialAccounts });
    },
  });
  const trial = useMutation({
    ...handlers,
    mutationFn: ({ values, base }: { values: ProxyValues; base: KeptProxy | undefined }) =>
      client.call(tryProxy, { body: trialFrom(values, base) }),
  });
  const test = async (base: KeptProxy | undefined) => {
    if (await areValid(form, [...accessFields])) trial.mutate({ values: form.getFieldsValue(true), base });
  };
  return { save, trial, test, problem, clear };
}

/** Adds a proxy, or changes one. Mount it again for each. */
export function ProxyDrawer({ existing, subAccountsField, page, onClose }: Properties) {
  const { t } = useTranslation();
  const [form] = Form.useForm<ProxyValues>();
  const formId = useId();
  const [base, setBase] = useState(existing);
  const begun = base === undefined ? blank : valuesOf(base);
  const [close, question] = useGuardedClose({ form, saved: begun, page, onClose });
  const { save, trial, test, problem, clear } = useProxyForm(form, onClose);
  const stale = isApiError(problem, 'resource.stale');
  const takeTheirs = (theirs: KeptProxy) => {
    setBase(theirs);
    form.setFieldsValue(valuesOf(theirs));
    clear();
  };
  return (
    <Drawer
      open
      size={520}
      title={t(existing === undefined ? 'proxies.create' : 'proxies.change')}
      mask={{ closable: false }}
      onClose={close}
      afterOpenChange={focusFirstField(formId)}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      footer={
        <DrawerFooter
          formId={formId}
          testing={trial.isPending}
          saving={save.isPending}
          stale={stale}
          onTest={() => void test(base)}
          onCancel={close}
        />
      }
    >
      <Form<ProxyValues>
        id={formId}
        form={form}
        layout="vertical"
        initialValues={begun}
        onFinish={() => save.mutate({ values: form.getFieldsValue(true), base })}
        onValuesChange={() => trial.reset()}
      >
        <ProxyFields
          form={form}
          subAccountsField={subAccountsField}
          existing={base}
          onFilled={() => trial.reset()}
        />
      </Form>
      <SavingProblem
        problem={problem}
        base={base}
        onTakeTheirs={takeTheirs}
        onKeepMine={(theirs) => save.mutate({ values: form.getFieldsValue(true), base: theirs })}
      />
      {trial.data === undefined ? null : <TrialResult result={trial.data} />}
      {question}
    </Drawer>
  );
}

type ProblemProperties = {
  problem: unknown;
  base: KeptProxy | undefined;
  onTakeTheirs: (theirs: KeptProxy) => void;
  onKeepMine: (theirs: KeptProxy) => void;
};

/** The reason why nothing was saved, and the choice when another user has changed the proxy meanwhile. */
function SavingProblem({ problem, base, onTakeTheirs, onKeepMine }: ProblemProperties) {
  const client = useClient();
  if (problem === null) return null;
  if (!isApiError(problem, 'resource.stale')) return <ErrorPanel problem={problem} />;
  if (base === undefined) return null;
  return (
    <ChangedMeanwhile
      problem={problem}
      read={() => findProxy(client, base.id)}
      onTakeTheirs={onTakeTheirs}
      onKeepMine={onKeepMine}
    />
  );
}

type FooterProperties = {
  formId: string;
  testing: boolean;
  saving: boolean;
  /** Another user has changed it: their version is looked at before anything is saved. */
  stale: boolean;
  onTest: () => void;
  onCancel: () => void;
};

function DrawerFooter({ formId, testing, saving, stale, onTest, onCancel }: FooterProperties) {
  const { t } = useTranslation();
  return (
    <div className="drawer-footer">
      <Button loading={testing} onClick={onTest}>
        {t('proxies.test')}
      </Button>
      <span className="grow" />
      <Button onClick={onCancel}>{t('proxies.cancel')}</Button>
      {/* Of the form although it stands outside: Enter in a field presses it. */}
      <Button type="primary" htmlType="submit" form={formId} loading={saving} disabled={stale}>
        {t('proxies.save')}
      </Button>
    </div>
  );
}
