import { useToasts } from '@parley/ui';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import type { FieldByError } from '../lib/form-rules.ts';
import { useFormProblem } from '../lib/use-form-problem.ts';

type Options<Kept, Values> = {
  form: FormInstance<Values>;
  /** Changes `on`, or creates a record when that is undefined. */
  write: (values: Values, on: Kept | undefined) => Promise<unknown>;
  /** The toast for a saved record. */
  saved: string;
  /** The queries that show such records; refetched whether saving succeeds or fails. */
  refresh: readonly QueryKey[];
  /** Errors that concern one field, mapped to that field. */
  causes?: FieldByError;
  onSaved: () => void;
};

/**
 * Saves a form's record: invalid values are shown under their fields, any other failure is `problem`. `handlers` are
 * for further requests with the form's values.
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
  // Includes fields that are not rendered.
  const send = (on: Kept | undefined) => save.mutate({ values: form.getFieldsValue(true), on });
  return { save, send, problem, clear, handlers };
}
