import { isApiError } from '@parley/api-client';
import { getSubAccount, type SubAccount } from '@parley/contract';
import { ErrorPanel } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { differs, useUnsaved } from '../../lib/unsaved-changes.ts';
import { useLossQuestion } from '../../ui/use-loss-question.tsx';
import { SubAccountFields } from './SubAccountFields.tsx';
import { blankValues, type SubAccountValues, valuesOf } from './sub-account-values.ts';
import { type Created, useSaveSubAccount } from './use-save-sub-account.ts';

type Properties = {
  /** What is changed; undefined: a new one. */
  existing: SubAccount | undefined;
  freePorts: number | undefined;
  available: number | undefined;
  /** The path of the page around it. */
  page: string;
  onClose: () => void;
  /** The password stands in this answer and nowhere else. */
  onCreated: (created: Created) => void;
};

/** Makes a sub-account, or changes one. Mount it anew for each. */
export function SubAccountForm({ existing, freePorts, available, page, onClose, onCreated }: Properties) {
  const { t } = useTranslation();
  const [form] = Form.useForm<SubAccountValues>();
  const formId = useId();
  const [begun, setBegun] = useState(existing);
  const saved = begun === undefined ? blankValues : valuesOf(begun);
  const entered: SubAccountValues | undefined = Form.useWatch([], form);
  const unsaved = differs(entered, saved);
  useUnsaved(unsaved, page);
  const [attempt, question] = useLossQuestion();
  const save = useSaveSubAccount({ form, begun, onChanged: setBegun, onClose, onCreated });
  const stale = isApiError(save.error, 'resource.stale');
  const begin = (fresh: SubAccount) => {
    save.reset();
    setBegun(fresh);
    form.setFieldsValue(valuesOf(fresh));
  };

  return (
    <Modal
      open
      width={760}
      title={t(existing === undefined ? 'subAccounts.create' : 'subAccounts.change')}
      okText={t(existing === undefined ? 'action.create' : 'subAccounts.save')}
      confirmLoading={save.isPending}
      mask={{ closable: false }}
      onCancel={() => attempt(unsaved, onClose)}
      // Of the form although it stands outside: Enter in a field presses it.
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        disabled: stale,
        ...(existing === undefined ? { 'data-tour': 'confirm-sub-account' } : {}),
      }}
      footer={(buttons) => (
        <>
          {stale && begun !== undefined ? <Stale id={begun.id} onFresh={begin} /> : null}
          {buttons}
        </>
      )}
    >
      <Form
        id={formId}
        form={form}
        layout="vertical"
        initialValues={saved}
        scrollToFirstError
        // What isn't in sight stays as it was.
        onFinish={(values) => save.mutate({ ...saved, ...values })}
      >
        <SubAccountFields existing={begun} freePorts={freePorts} available={available} />
      </Form>
      {question}
    </Modal>
  );
}

/** Somebody else has saved meanwhile: what is there now replaces what was entered. */
function Stale({ id, onFresh }: { id: string; onFresh: (fresh: SubAccount) => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const reading = useMutation({
    mutationFn: () => client.call(getSubAccount, { query: { subAccountId: id } }),
    onSuccess: onFresh,
  });
  return (
    <div className="form-trouble">
      <Alert
        type="warning"
        showIcon
        role="alert"
        title={t('subAccounts.stale')}
        action={
          <Button size="small" loading={reading.isPending} onClick={() => reading.mutate()}>
            {t('subAccounts.loadNew')}
          </Button>
        }
      />
      {reading.error ? <ErrorPanel problem={reading.error} /> : null}
    </div>
  );
}
