import { isApiError } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import {
  createSubAccount,
  type SubAccount,
  setSubAccountStatus,
  updateSubAccount,
} from '@parley/contract/sub-accounts';
import { useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { showRefusedFields } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { showChanged } from '../../lib/show-changed.ts';
import { changesFrom, formFrom, type SubAccountValues } from './sub-account-values.ts';
import { useRefreshSubAccounts } from './use-refresh.ts';

export type CreatedSubAccount = AnswerOf<typeof createSubAccount>;

type Options = {
  form: FormInstance<SubAccountValues>;
  /** Called after each step, so that a retry continues from there. */
  onChanged: (now: SubAccount) => void;
  onClose: () => void;
  onCreated: (created: CreatedSubAccount) => void;
};

/** `begun`: the sub-account as it was when it was loaded; undefined: a new one. */
type Saving = { begun: SubAccount | undefined; values: SubAccountValues };

/** Errors that concern one field. */
const causes = { 'ports.short': 'portLimit', 'characters.short': 'characters' } as const;

/** Creates or changes a sub-account: its settings first, then its status, which is a separate request. */
export function useSaveSubAccount({ form, onChanged, onClose, onCreated }: Options) {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const queryClient = useQueryClient();
  const refresh = useRefreshSubAccounts();
  return useMutation({
    mutationFn: async ({ begun, values }: Saving): Promise<CreatedSubAccount | null> => {
      if (begun === undefined) return client.call(createSubAccount, { body: formFrom(values) });
      const changed = await client.call(updateSubAccount, { body: changesFrom(values, begun) });
      onChanged(changed);
      showChanged(queryClient, queryKeys.subAccountPages, changed);
      const { id, status } = changed;
      if (values.status !== status) {
        await client.call(setSubAccountStatus, { body: { ids: [id], status: values.status } });
      }
      return null;
    },
    onSuccess: (created) => {
      onClose();
      if (created === null) toasts.success(t('subAccounts.saved'));
      else onCreated(created);
    },
    onError: (problem) => {
      if (isApiError(problem, 'resource.stale')) return;
      if (!showRefusedFields(form, problem, causes)) showError(problem);
    },
    onSettled: refresh,
  });
}
