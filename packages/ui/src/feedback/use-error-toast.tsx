import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../theme/ToastProvider.tsx';
import { describeError, isSilent } from './described-error.ts';
import { markShown } from './shown-failures.ts';

/** Shows a failure for a few seconds unless it is silent; a repeated message reuses its toast. */
export function useErrorToast(): (problem: unknown) => void {
  const toasts = useToasts();
  const { t } = useTranslation('ui');
  return useCallback(
    (problem: unknown) => {
      const described = describeError(problem, t('error.unknown'));
      if (described === null || isSilent(problem)) return;
      const requestId = described.requestId === null ? '' : t('error.requestId', { id: described.requestId });
      markShown(problem);
      // A write refused by a demonstration is not an error.
      void toasts[described.isDemo ? 'warning' : 'error']({
        key: described.message,
        content: requestId === '' ? described.message : `${described.message} ${requestId}`,
        duration: 5,
      });
    },
    [toasts, t],
  );
}
