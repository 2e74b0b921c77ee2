import { type SubAccount, setSubAccountStatus } from '@parley/contract/sub-accounts';
import { useErrorToast, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useRefreshSubAccounts } from './use-refresh.ts';

type Wanted = { rows: readonly SubAccount[]; status: SubAccount['status'] };

/** Time in which the toast offers to undo a change, in seconds. */
const undoSeconds = 10;

/** One key, so that the toasts of a change and of its undoing replace each other. */
const toastKey = 'sub-account-status';

/**
 * Disables sub-accounts, with a toast that enables them again, or enables them.
 *
 * @returns a function that resolves to whether it succeeded; a failure is shown
 */
export function useSetStatus(): { setStatus: (wanted: Wanted) => Promise<boolean>; pending: boolean } {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const refresh = useRefreshSubAccounts();
  const change = useMutation({
    mutationFn: ({ rows, status }: Wanted) =>
      client.call(setSubAccountStatus, { body: { ids: rows.map(({ id }) => id), status } }),
    onSuccess: ({ changed }, { rows, status }) => {
      if (status === 'normal') {
        toasts.success({ key: toastKey, content: t('subAccounts.enabled', { count: changed }) });
        return;
      }
      // Sub-accounts that were disabled before are left out.
      const undone = { rows: rows.filter((row) => row.status === 'normal'), status: 'normal' as const };
      const undo = (
        <Button type="link" size="small" onClick={() => change.mutate(undone)}>
          {t('subAccounts.enableAgain')}
        </Button>
      );
      toasts.success({
        key: toastKey,
        duration: undoSeconds,
        content: (
          <>
            {t('subAccounts.disabled', { count: changed })}
            {undone.rows.length === 0 ? null : undo}
          </>
        ),
      });
    },
    onError: showError,
    onSettled: refresh,
  });
  return {
    pending: change.isPending,
    setStatus: (wanted) =>
      change.mutateAsync(wanted).then(
        () => true,
        () => false,
      ),
  };
}
