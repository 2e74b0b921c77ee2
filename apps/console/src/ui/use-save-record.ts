import { useToasts } from '@parley/ui';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import type { Causes } from '../lib/form-rules.ts';
import { useFormProblem } from '../lib/use-form-problem.ts';

type Options<Kept, Values> = {
  form: FormInstance<Values>;
  /** Changes `on`, or makes a new record where that is undefined. */
  write: (values: Values, on: Kept | undefined) => Promise<unknown>;
  /** The toast for a saved record. */
  saved: string;
  /** The queries that show such records; they are fetched again whether it is saved or refused. */
  refresh: readonly QueryKey[];
  /** Refusals that concern one field, by that field. */
  causes?: Causes;
  onSaved: () => void;
};

/**
 * Saves a form's record: refused values stand under their fields, any other failure is `problem`. `handlers` are for what
 * else is asked with the form's values.
 */
export function useSaveRecord<Kept, Values>({
  form,
  write,
  saved,
  refresh,
  causes,
  onSaved,
}: Options<Kept, Values>) {
  const cache = useQueryClient();
  const toasts = useToasts();
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const save = useMutation({
    ...handlers,
    mutationFn: ({ values, on }: { values: Values; on: Kept | undefined }) => write(values, on),
    onSuccess: () => {
      toasts.success(saved);
      onSaved();
    },
    onSettled: () => {
      for (const queryKey of refresh) void cache.invalidateQueries({ queryKey });
    },
  });
  // Of all fields, also of those that are not shown.
  const send = (on: Kept | undefined) => save.mutate({ values: form.getFieldsValue(true), on });
  return { save, send, problem, clear, handlers };
}
