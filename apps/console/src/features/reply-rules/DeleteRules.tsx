import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { FirstNames } from '../../ui/FirstNames.tsx';
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
    <Modal
      open
      title={t('replyRules.deleteTitle', { count: rules.length })}
      okText={t('replyRules.delete')}
      okButtonProps={{ danger: true }}
      cancelText={t('replyRules.cancel')}
      confirmLoading={removal.isPending}
      onOk={() => removal.mutate()}
      onCancel={onClose}
    >
      <FirstNames of={rules.map(({ id, title }) => ({ id, name: title }))} />
      <p>{t('replyRules.deleteHint')}</p>
      {removal.error ? <ErrorPanel problem={removal.error} /> : null}
    </Modal>
  );
}
