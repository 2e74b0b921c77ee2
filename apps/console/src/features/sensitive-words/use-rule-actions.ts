import {
  type SensitiveWordRule,
  type SensitiveWordRuleItem,
  setSensitiveWordRulesEnabled,
} from '@parley/contract/sensitive-words';
import { useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import type { BatchAction, RowAction } from '../../ui/list/description.ts';
import { findRule, rulesKey } from './queries.ts';

type Does = {
  onChange: (rule: SensitiveWordRule) => void;
  onCopy: (rule: SensitiveWordRule) => void;
  onDelete: (rules: readonly SensitiveWordRuleItem[]) => void;
};

/** Returns the actions on one rule and on several. A form opens once all words of its rule are loaded. */
export function useRuleActions({ onChange, onCopy, onDelete }: Does) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const refresh = () => void cache.invalidateQueries({ queryKey: rulesKey });
  const { mutate } = useMutation({
    mutationFn: (body: { ids: string[]; enabled: boolean }) =>
      client.call(setSensitiveWordRulesEnabled, { body }),
    onSuccess: ({ changed }) => void toasts.success(t('sensitiveWords.changed', { count: changed })),
    onError: showError,
    onSettled: refresh,
  });
  const opening = useMutation({
    mutationFn: ({ id }: { id: string; open: (rule: SensitiveWordRule) => void }) => findRule(client, id),
    onSuccess: (rule, { open }) => (rule === null ? refresh() : open(rule)),
    onError: showError,
  });
  const enable = (rows: readonly SensitiveWordRuleItem[], enabled: boolean) =>
    mutate({ ids: rows.map(({ id }) => id), enabled });
  const rowActions = (rule: SensitiveWordRuleItem): readonly RowAction[] => [
    {
      key: 'edit',
      label: t('sensitiveWords.edit'),
      beside: t('sensitiveWords.editNamed', { title: rule.title }),
      onAct: () => opening.mutate({ id: rule.id, open: onChange }),
    },
    {
      key: 'enable',
      label: t(rule.enabled ? 'sensitiveWords.disable' : 'sensitiveWords.enable'),
      onAct: () => enable([rule], !rule.enabled),
    },
    {
      key: 'copy',
      label: t('sensitiveWords.copy'),
      onAct: () => opening.mutate({ id: rule.id, open: onCopy }),
    },
    {
      key: 'delete',
      label: t('sensitiveWords.delete'),
      danger: true,
      divided: true,
      onAct: () => onDelete([rule]),
    },
  ];
  const batchActions: readonly BatchAction<SensitiveWordRuleItem>[] = [
    { key: 'enable', label: t('sensitiveWords.enable'), onAct: (rows) => enable(rows, true) },
    { key: 'disable', label: t('sensitiveWords.disable'), onAct: (rows) => enable(rows, false) },
    { key: 'delete', label: t('sensitiveWords.delete'), danger: true, onAct: onDelete },
  ];
  return { rowActions, batchActions };
}
