import { useState } from 'react';
import { type FieldByError, type RefusableForm, showRefusedFields } from './form-rules.ts';

/**
 * Returns the state of a form's submission: invalid values are shown under their fields, any other failure is
 * `problem`.
 *
 * @param causes errors without field names that concern one field, mapped to that field
 */
export function useFormProblem(form: RefusableForm, causes?: FieldByError) {
  const [problem, setProblem] = useState<unknown>(null);
  const clear = () => setProblem(null);
  const handlers = {
    onMutate: clear,
    onError: (failure: unknown) => {
      if (!showRefusedFields(form, failure, causes)) setProblem(failure);
    },
  };
  return { problem, clear, handlers };
}
