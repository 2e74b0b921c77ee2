import { isApiError } from '@parley/api-client';
import { deleteProxies, type StoredProxy } from '@parley/contract/proxies';
import { useErrorToast } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';
import { useRemoveRecords } from '../../ui/use-remove-records.ts';

type Properties = {
  proxies: readonly StoredProxy[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** The limit of one request. */
const batchLimit = 200;

/** Deletes the proxies in as few requests as the server's limit allows. */
function useRemoval({ proxies, onDeleted }: Pick<Properties, 'proxies' | 'onDeleted'>) {
  const { t } = useTranslation();
  const client = useClient();
  const showError = useErrorToast();
  const ids = proxies.map(({ id }) => id);
  return useRemoveRecords({
    ids,
    remove: async (gone) => {
      for (let from = 0; from < gone.length; from += batchLimit) {
        await client.call(deleteProxies, { body: { ids: gone.slice(from, from + batchLimit) } });
      }
    },
    deleted: t('proxies.deleted', { count: ids.length }),
    refresh: [queryKeys.proxies, queryKeys.socialAccounts],
    onDeleted,
    onError: (problem) => {
      if (!isApiError(problem, 'proxy.not-found')) return;
      // Another user has deleted one of them; only a new selection shows which.
      showError(problem);
      onDeleted(ids);
    },
  });
}

/** Asks for confirmation before proxies are deleted, and explains the effect on the social accounts that use them. */
export function DeleteProxies({ proxies, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const removal = useRemoval({ proxies, onDeleted });
  const users = proxies.reduce((sum, { socialAccounts }) => sum + socialAccounts, 0);
  return (
    <DeletionDialog
      of={proxies}
      texts={{
        title: t('proxies.deleteTitle', { count: proxies.length }),
        delete: t('proxies.delete'),
        cancel: t('proxies.cancel'),
      }}
      removal={removal}
      className="proxy-names"
      onClose={onClose}
    >
      {users === 0 ? (
        <p>{t('proxies.deleteUnused')}</p>
      ) : (
        <>
          <p>{t('proxies.deleteUsed', { count: users })}</p>
          <ul>
            <li>{t('proxies.deleteChosen')}</li>
            <li>{t('proxies.deleteAuto')}</li>
          </ul>
        </>
      )}
    </DeletionDialog>
  );
}
