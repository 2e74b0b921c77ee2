import { isApiError } from '@parley/api-client';
import { createProxy, type StoredProxy, tryProxy, updateProxy } from '@parley/contract/proxies';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, type FormInstance } from 'antd';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { validateAndFocus } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { SavingProblem } from '../../ui/SavingProblem.tsx';
import { useSaveRecord } from '../../ui/use-save-record.ts';
import { ProxyFields } from './ProxyFields.tsx';
import { blank, changesFrom, formFrom, type ProxyValues, trialFrom, valuesOf } from './proxy-values.ts';
import { findProxy } from './queries.ts';
import { TrialResult } from './TrialResult.tsx';

type Properties = {
  /** The proxy to change; undefined: a new one. */
  existing: StoredProxy | undefined;
  /** The control that selects sub-accounts; accepts `value` and `onChange`. */
  subAccountsField: ReactElement;
  onClose: () => void;
};

/** The fields required for a test; the rest of the form may still be empty. */
const accessFields = ['networkProtocol', 'host', 'port', 'proxyUserName', 'proxyPassword'] as const;

/** Errors that concern the host. */
const causes = { 'proxy.private': 'host', 'proxy.already-added': 'host' } as const;

/** Saves or tests the form; `problem` is an error that no field shows. */
function useProxyForm(form: FormInstance<ProxyValues>, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const { handlers, ...saving } = useSaveRecord<StoredProxy, ProxyValues>({
    form,
    write: (values, on) =>
      on === undefined
        ? client.call(createProxy, { body: formFrom(values) })
        : client.call(updateProxy, { body: changesFrom(values, on) }),
    saved: t('proxies.saved'),
    refresh: [queryKeys.proxies, queryKeys.socialAccounts],
    causes,
    onSaved,
  });
  const trial = useMutation({
    ...handlers,
    mutationFn: ({ values, base }: { values: ProxyValues; base: StoredProxy | undefined }) =>
      client.call(tryProxy, { body: trialFrom(values, base) }),
  });
  const test = async (base: StoredProxy | undefined) => {
    if (await validateAndFocus(form, [...accessFields]))
      trial.mutate({ values: form.getFieldsValue(true), base });
  };
  return { ...saving, trial, test };
}

/** Creates or changes a proxy. Mount it again for each. */
export function ProxyDrawer({ existing, subAccountsField, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<ProxyValues>();
  const [base, setBase] = useState(existing);
  const { save, send, trial, test, problem, clear } = useProxyForm(form, onClose);
  return (
    <FormDrawer
      form={form}
      size={520}
      title={t(existing === undefined ? 'proxies.create' : 'proxies.change')}
      saved={base === undefined ? blank : valuesOf(base)}
      onSave={() => send(base)}
      onValuesChange={() => trial.reset()}
      onClose={onClose}
      foot={({ formId, close }) => (
        <DrawerFooter
          formId={formId}
          testing={trial.isPending}
          saving={save.isPending}
          stale={isApiError(problem, 'resource.stale')}
          onTest={() => void test(base)}
          onCancel={close}
        />
      )}
      below={
        <>
          <SavingProblem
            problem={problem}
            base={base}
            read={({ id }) => findProxy(client, id)}
            onTakeTheirs={(theirs) => {
              setBase(theirs);
              form.setFieldsValue(valuesOf(theirs));
              clear();
            }}
            onKeepMine={send}
          />
          {trial.data === undefined ? null : <TrialResult result={trial.data} />}
        </>
      }
    >
      <ProxyFields
        form={form}
        subAccountsField={subAccountsField}
        existing={base}
        onFilled={() => trial.reset()}
      />
    </FormDrawer>
  );
}

type FooterProperties = {
  formId: string;
  testing: boolean;
  saving: boolean;
  /** True when another user has changed it: saving is disabled until the user has chosen a version. */
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
      {/* Belongs to the form although it is rendered outside of it, so that Enter in a field submits. */}
      <Button type="primary" htmlType="submit" form={formId} loading={saving} disabled={stale}>
        {t('proxies.save')}
      </Button>
    </div>
  );
}
