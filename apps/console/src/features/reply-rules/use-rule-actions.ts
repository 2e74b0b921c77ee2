import { useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import type { BatchAction, RowAction } from '../../ui/list/description.ts';
import { type KindCalls, type ReplyRule, rulesKey } from './rule-kinds.ts';

type Does = {
  onChange: (rule: ReplyRule) => void;
  onCopy: (rule: ReplyRule) => void;
  onDelete: (rules: readonly ReplyRule[]) => void;
};

/** Returns the actions on one rule and on several. */
export function useRuleActions(calls: KindCalls, { onChange, onCopy, onDelete }: Does) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const { mutate } = useMutation({
    mutationFn: (body: { ids: string[]; enabled: boolean }) => calls.setEnabled(client, body),
    onSuccess: ({ changed }) => void toasts.success(t('replyRules.changed', { count: changed })),
    onError: showError,
    onSettled: () => void cache.invalidateQueries({ queryKey: rulesKey(calls.kind) }),
  });
  const enable = (rows: readonly ReplyRule[], enabled: boolean) =>
    mutate({ ids: rows.map(({ id }) => id), enabled });
  const rowActions = (rule: ReplyRule): readonly RowAction[] => [
    {
      key: 'edit',
      label: t('replyRules.edit'),
      beside: t('replyRules.editNamed', { title: rule.title }),
      onAct: () => onChange(rule),
    },
    {
      key: 'enable',
      label: t(rule.enabled ? 'replyRules.disable' : 'replyRules.enable'),
      onAct: () => enable([rule], !rule.enabled),
    },
    { key: 'copy', label: t('replyRules.copy'), onAct: () => onCopy(rule) },
    {
      key: 'delete',
      label: t('replyRules.delete'),
      danger: true,
      divided: true,
      onAct: () => onDelete([rule]),
    },
  ];
  const batchActions: readonly BatchAction<ReplyRule>[] = [
    { key: 'enable', label: t('replyRules.enable'), onAct: (rows) => enable(rows, true) },
    { key: 'disable', label: t('replyRules.disable'), onAct: (rows) => enable(rows, false) },
    { key: 'delete', label: t('replyRules.delete'), danger: true, onAct: onDelete },
  ];
  return { rowActions, batchActions };
}
