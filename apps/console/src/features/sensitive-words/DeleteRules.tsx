import { deleteSensitiveWordRules, type SensitiveWordRuleItem } from '@parley/contract/sensitive-words';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';
import { useRemoveRecords } from '../../ui/use-remove-records.ts';
import { rulesKey } from './queries.ts';

type Properties = {
  /** At most the limit of one request. */
  rules: readonly SensitiveWordRuleItem[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** Asks for confirmation before rules are deleted. */
export function DeleteRules({ rules, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const ids = rules.map(({ id }) => id);
  const removal = useRemoveRecords({
    ids,
    remove: (gone) => client.call(deleteSensitiveWordRules, { body: { ids: gone } }),
    deleted: t('sensitiveWords.deleted', { count: ids.length }),
    refresh: [rulesKey],
    onDeleted: (gone) => {
      onDeleted(gone);
      onClose();
    },
  });
  return (
    <DeletionDialog
      of={rules.map(({ id, title }) => ({ id, name: title }))}
      texts={{
        title: t('sensitiveWords.deleteTitle', { count: rules.length }),
        delete: t('sensitiveWords.delete'),
        cancel: t('sensitiveWords.cancel'),
      }}
      removal={removal}
      onClose={onClose}
    >
      <p>{t('sensitiveWords.deleteHint')}</p>
    </DeletionDialog>
  );
}
