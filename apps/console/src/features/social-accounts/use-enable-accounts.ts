import { enableSocialAccounts, type SocialAccount } from '@parley/contract/channels';
import { useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

type Change = { rows: readonly SocialAccount[]; enabled: boolean };

/** Returns a function that connects or disconnects accounts, all of them or none. It resolves to false when it failed. */
export function useEnableAccounts() {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ rows, enabled }: Change) =>
      client.call(enableSocialAccounts, { body: { ids: rows.map(({ id }) => id), enabled } }),
    onSuccess: ({ changed }) => void toasts.success(t('socialAccounts.changed', { count: changed })),
    onError: showError,
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.socialAccounts }),
  });
  const enable = (change: Change) =>
    mutateAsync(change).then(
      () => true,
      () => false,
    );
  return { enable, isPending };
}
