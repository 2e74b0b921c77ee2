import { deleteSubAccounts, type SubAccount } from '@parley/contract/sub-accounts';
import { useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { SelectedSubAccounts } from './SelectedSubAccounts.tsx';
import { useRefreshSubAccounts } from './use-refresh.ts';

type Properties = { rows: readonly SubAccount[]; onClose: () => void; onDone: () => void };

/**
 * Deletes sub-accounts after their name, or the number of several, was typed as confirmation. Mount it again for each.
 */
export function DeleteSubAccounts({ rows, onClose, onDone }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const client = useClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const refresh = useRefreshSubAccounts();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [first] = rows;
  const wanted = rows.length === 1 && first !== undefined ? first.accountName : String(rows.length);
  const deletion = useMutation({
    mutationFn: () => client.call(deleteSubAccounts, { body: { ids: rows.map(({ id }) => id) } }),
    onSuccess: ({ changed }) => {
      toasts.success(t('subAccounts.deleted', { count: changed }));
      onClose();
      onDone();
    },
    onError: showError,
    onSettled: refresh,
  });
  // An unlimited sub-account has no balance that could be returned to the owner.
  const returned = rows.reduce((sum, { unlimited, remaining }) => sum + (unlimited ? 0 : remaining), 0);
  return (
    <Modal
      open
      title={t('subAccounts.deleteTitle', { count: rows.length })}
      okText={t('subAccounts.delete')}
      okButtonProps={{ danger: true, htmlType: 'submit', form: formId, disabled: typed.trim() !== wanted }}
      confirmLoading={deletion.isPending}
      onCancel={onClose}
    >
      <SelectedSubAccounts rows={rows} />
      <Alert
        type="warning"
        showIcon
        title={t('subAccounts.deleteLoses')}
        description={t('subAccounts.deleteKeeps', { left: number(returned) })}
        style={{ marginBlockEnd: 12 }}
      />
      <Form id={formId} layout="vertical" onFinish={() => deletion.mutate()}>
        <Form.Item
          label={t(rows.length === 1 ? 'subAccounts.typeName' : 'subAccounts.typeCount', { wanted })}
          htmlFor={`${formId}-typed`}
        >
          <Input
            autoFocus
            id={`${formId}-typed`}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
