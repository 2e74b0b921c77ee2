import { isApiError } from '@parley/api-client';
import { createProxy, type KeptProxy, tryProxy, updateProxy } from '@parley/contract';
import { ErrorPanel, markShown, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Form, type FormInstance } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showRefusedFields } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { differs, useUnsaved } from '../../lib/unsaved-changes.ts';
import { useLossQuestion } from '../../ui/use-loss-question.tsx';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { ProxyFields } from './ProxyFields.tsx';
import { blank, changesFrom, formFrom, type ProxyValues, trialFrom, valuesOf } from './proxy-values.ts';
import { TrialResult } from './TrialResult.tsx';

type Properties = {
  /** What is changed; undefined: a new one. */
  existing: KeptProxy | undefined;
  /** The same as the list shows it now; undefined: not there any more. */
  latest: KeptProxy | undefined;
  /** The control that picks sub-accounts; takes `value` and `onChange`. */
  subAccountsField: ReactElement;
  /** The path of the page around it. */
  page: string;
  onClose: () => void;
};

/** What a test needs to know; the rest of the form may still be empty. */
const accessFields = ['networkProtocol', 'host', 'port', 'proxyUserName', 'proxyPassword'] as const;

/** Puts a refusal where its cause is; false: it is shown as a whole. */
function showProblem(form: FormInstance<ProxyValues>, problem: unknown): boolean {
  if (!isApiError(problem, 'proxy.private')) return showRefusedFields(form, problem);
  form.setFields([{ name: 'host', errors: [problem.message] }]);
  markShown(problem);
  return true;
}

/** Sends a form, or tries what it holds; `problem` is what has no field of its own. */
function useProxyForm(form: FormInstance<ProxyValues>, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [problem, setProblem] = useState<unknown>(null);
  const handlers = {
    onMutate: () => setProblem(null),
    onError: (failure: unknown) => {
      if (!showProblem(form, failure)) setProblem(failure);
    },
  };
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
  return { save, trial, problem, clear: () => setProblem(null) };
}

/** Adds a proxy, or changes one. Mount it anew for each. */
export function ProxyDrawer({ existing, latest, subAccountsField, page, onClose }: Properties) {
  const { t } = useTranslation();
  const [form] = Form.useForm<ProxyValues>();
  const formId = useId();
  const [base, setBase] = useState(existing);
  const begun = base === undefined ? blank : valuesOf(base);
  const dirty = differs(Form.useWatch([], form), begun);
  useUnsaved(dirty, page);
  const [attempt, question] = useLossQuestion();
  const { save, trial, problem, clear } = useProxyForm(form, onClose);
  const stale = isApiError(problem, 'resource.stale');
  const test = async () => {
    const valid = await form.validateFields([...accessFields]).catch(() => null);
    if (valid !== null) trial.mutate({ values: form.getFieldsValue(true), base });
  };
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
      onClose={() => attempt(dirty, onClose)}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      footer={
        <div className="proxy-footer">
          <Button loading={trial.isPending} onClick={() => void test()}>
            {t('proxies.test')}
          </Button>
          <span className="grow" />
          <Button onClick={() => attempt(dirty, onClose)}>{t('proxies.cancel')}</Button>
          {/* Of the form although it stands outside: Enter in a field presses it. */}
          <Button type="primary" htmlType="submit" form={formId} loading={save.isPending} disabled={stale}>
            {t('proxies.save')}
          </Button>
        </div>
      }
    >
      <Form<ProxyValues>
        id={formId}
        form={form}
        layout="vertical"
        initialValues={begun}
        scrollToFirstError
        onFinish={() => save.mutate({ values: form.getFieldsValue(true), base })}
        onValuesChange={() => trial.reset()}
      >
        <ProxyFields {...{ form, subAccountsField }} existing={base} onFilled={() => trial.reset()} />
      </Form>
      {stale && base !== undefined ? (
        <ChangedMeanwhile
          {...{ base, latest }}
          onTakeTheirs={takeTheirs}
          onKeepMine={(theirs) => save.mutate({ values: form.getFieldsValue(true), base: theirs })}
          onGone={onClose}
        />
      ) : null}
      {problem !== null && !stale ? <ErrorPanel problem={problem} /> : null}
      {trial.data === undefined ? null : <TrialResult result={trial.data} />}
      {question}
    </Drawer>
  );
}
