import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../theme/Stage.tsx';
import { describeError } from './described-error.ts';

/** Shows a failure for a few seconds; the same sentence twice stays one toast. */
export function useErrorToast(): (problem: unknown) => void {
  const toasts = useToasts();
  const { t } = useTranslation('ui');
  return useCallback(
    (problem: unknown) => {
      const described = describeError(problem, t('error.unknown'));
      if (described === null) return;
      const requestId = described.requestId === null ? '' : t('error.requestId', { id: described.requestId });
      void toasts.error({
        key: described.message,
        content: requestId === '' ? described.message : `${described.message} ${requestId}`,
        duration: 5,
      });
    },
    [toasts, t],
  );
}
