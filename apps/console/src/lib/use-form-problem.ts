import { useState } from 'react';
import { type Causes, type RefusableForm, showRefusedFields } from './form-rules.ts';

/**
 * Keeps the outcome of a form that was sent: refused values stand under their fields, any other failure is `problem`.
 *
 * @param causes refusals of the whole that are a matter of one field, by that field
 */
export function useFormProblem(form: RefusableForm, causes?: Causes) {
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
