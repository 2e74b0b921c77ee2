import { useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RefusableForm } from '../../lib/form-rules.ts';
import { useFormProblem } from '../../lib/use-form-problem.ts';

type Options<Values, Answer> = {
  form: RefusableForm;
  send: (values: Values) => Promise<Answer>;
  /** The queries to refetch afterwards. */
  refresh: readonly string[];
  onSaved: (answer: Answer) => void;
};

/** The only password requested is the operator's own, always in a field of this name. */
const causes = { 'identity.wrong-password': 'oldPassword' } as const;

/** Submits a form: invalid values are shown under their fields, any other failure is `problem`. */
export function useSave<Values, Answer>({ form, send, refresh, onSaved }: Options<Values, Answer>) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const cache = useQueryClient();
  const { problem, handlers } = useFormProblem(form, causes);
  const sending = useMutation({
    ...handlers,
    mutationFn: send,
    onSuccess: (answer) => {
      void cache.invalidateQueries({ queryKey: refresh });
      toasts.success(t('operator.saved'));
      onSaved(answer);
    },
  });
  return { save: (values: Values) => sending.mutate(values), pending: sending.isPending, problem };
}
