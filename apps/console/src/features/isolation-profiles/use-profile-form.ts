import {
  type IsolationProfile,
  suggestIsolationProfile,
  updateIsolationProfile,
} from '@parley/contract/isolation-profiles';
import { useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { changeFrom, checkedValuesOf, type IsolationProfileValues, valuesOf } from './profile-values.ts';
import { isolationProfile } from './queries.ts';

type Saving = { values: IsolationProfileValues; base: IsolationProfile };

/**
 * Saves the form, or fills it with a suggestion; `problem` is an error that no field shows.
 *
 * @param onFitting called when a profile without warnings was saved
 */
export function useProfileForm(
  form: FormInstance<IsolationProfileValues>,
  begun: IsolationProfile,
  onFitting: () => void,
) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [base, setBase] = useState(begun);
  const [judged, setJudged] = useState(checkedValuesOf(begun));
  const { problem, clear, handlers } = useFormProblem(form);
  const fill = (profile: IsolationProfile) => {
    setJudged(checkedValuesOf(profile));
    form.setFieldsValue(valuesOf(profile));
    // Clears the errors of fields that were refused before.
    void form.validateFields().catch(() => undefined);
  };
  const begin = (profile: IsolationProfile) => {
    clear();
    setBase(profile);
    fill(profile);
  };
  const save = useMutation({
    ...handlers,
    mutationFn: ({ values, base: on }: Saving) =>
      client.call(updateIsolationProfile, { body: changeFrom(values, on) }),
    onSuccess: (saved) => {
      cache.setQueryData(isolationProfile(client, saved.socialAccountId).queryKey, saved);
      begin(saved);
      if (saved.warnings.length === 0) onFitting();
      // Values that don't fit are best corrected beside their fields, so the form stays open.
      if (saved.warnings.length === 0) toasts.success(t('isolation.saved'));
      else toasts.info(t('isolation.savedUnfitting'));
    },
  });
  const suggest = useMutation({
    ...handlers,
    mutationFn: () =>
      client.call(suggestIsolationProfile, { body: { socialAccountId: begun.socialAccountId } }),
    onSuccess: (suggestion) => {
      // Nothing is stored: the saved values and their version are unchanged.
      setBase((kept) => ({ ...kept, region: suggestion.region }));
      fill(suggestion);
    },
  });
  return { base, judged, problem, save, suggest, begin };
}
