import { isApiError } from '@parley/api-client';
import { getSubAccount, type SubAccount } from '@parley/contract/sub-accounts';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../lib/layout-context.tsx';
import { useClient } from '../../lib/session-context.tsx';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import type { WorkspacePorts } from './PortFields.tsx';
import { SubAccountFields } from './SubAccountFields.tsx';
import { blankValues, type SubAccountValues, valuesOf } from './sub-account-values.ts';
import { type CreatedSubAccount, useSaveSubAccount } from './use-save-sub-account.ts';

type Properties = {
  /** The sub-account to change; undefined: a new one. */
  existing: SubAccount | undefined;
  ports: WorkspacePorts | undefined;
  available: number | undefined;
  onClose: () => void;
  /** Receives the password, which only this answer contains. */
  onCreated: (created: CreatedSubAccount) => void;
};

/** Creates or changes a sub-account. Mount it again for each. */
export function SubAccountForm({ existing, ports, available, onClose, onCreated }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<SubAccountValues>();
  const [begun, setBegun] = useState(existing);
  const [{ guideState }] = useLayout();
  // A sub-account from the tour must work at once, so it draws on the owner's characters, including future ones.
  const [blank] = useState(guideState ? { ...blankValues, allotment: 'unlimited' as const } : blankValues);
  const saved = begun === undefined ? blank : valuesOf(begun);
  const save = useSaveSubAccount({ form, onChanged: setBegun, onClose, onCreated });
  const stale = isApiError(save.error, 'resource.stale');
  const send = (over: SubAccount | undefined) =>
    // Fields that are not rendered keep their values.
    save.mutate({ begun: over, values: { ...saved, ...form.getFieldsValue() } });
  const takeTheirs = (theirs: SubAccount) => {
    save.reset();
    setBegun(theirs);
    form.setFieldsValue(valuesOf(theirs));
  };

  return (
    <FormDialog
      width={760}
      title={t(existing === undefined ? 'subAccounts.create' : 'subAccounts.change')}
      okText={t('subAccounts.save')}
      form={form}
      busy={save.isPending}
      initialValues={saved}
      onSave={() => send(begun)}
      onClose={onClose}
      okButtonProps={{
        disabled: stale,
        ...(existing === undefined ? { 'data-tour': 'confirm-sub-account' } : {}),
      }}
      footer={(buttons) => (
        <>
          {stale && begun !== undefined ? (
            <ChangedMeanwhile
              problem={save.error}
              read={() => client.call(getSubAccount, { query: { subAccountId: begun.id } })}
              onTakeTheirs={takeTheirs}
              onKeepMine={send}
            />
          ) : null}
          {buttons}
        </>
      )}
    >
      <SubAccountFields existing={begun} ports={ports} available={available} />
    </FormDialog>
  );
}
