import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';
import { useRemoveRecords } from '../../ui/use-remove-records.ts';
import { type KindCalls, type ReplyRule, rulesKey } from './rule-kinds.ts';

type Properties = {
  calls: KindCalls;
  /** At most the limit of one request. */
  rules: readonly ReplyRule[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** Asks for confirmation before templates or rules are deleted. */
export function DeleteRules({ calls, rules, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const ids = rules.map(({ id }) => id);
  const removal = useRemoveRecords({
    ids,
    remove: (gone) => calls.remove(client, { ids: gone }),
    deleted: t('replyRules.deleted', { count: ids.length }),
    refresh: [rulesKey(calls.kind)],
    onDeleted: (gone) => {
      onDeleted(gone);
      onClose();
    },
  });
  return (
    <DeletionDialog
      of={rules.map(({ id, title }) => ({ id, name: title }))}
      texts={{
        title: t('replyRules.deleteTitle', { count: rules.length }),
        delete: t('replyRules.delete'),
        cancel: t('replyRules.cancel'),
      }}
      removal={removal}
      onClose={onClose}
    >
      <p>{t('replyRules.deleteHint')}</p>
    </DeletionDialog>
  );
}
