import { useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';
import { type KindCalls, type ReplyRule, rulesKey } from './rule-kinds.ts';

type Properties = {
  calls: KindCalls;
  /** At most as many as one request takes. */
  rules: readonly ReplyRule[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** Asks before templates or rules are deleted. */
export function DeleteRules({ calls, rules, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const ids = rules.map(({ id }) => id);
  const removal = useMutation({
    mutationFn: () => calls.remove(client, { ids }),
    onSuccess: () => {
      toasts.success(t('replyRules.deleted', { count: ids.length }));
      onDeleted(ids);
      onClose();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: rulesKey(calls.kind) }),
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
