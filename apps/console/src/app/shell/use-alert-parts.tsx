import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadSensitiveWordTexts } from '../../ui/ScreenTexts.tsx';

/** The opened page takes precedence: its requests must not wait for alerts. */
const alertDelayMs = 10_000;
/** Delay before parts that couldn't be loaded are requested again. */
const retryDelayMs = 60_000;

type AlertParts = { MenuCount: ComponentType; AlertToasts: ComponentType<{ alerted: boolean }> };

/**
 * Returns the components that show alerts of sensitive-word rules; null until the first alert or some time after the
 * start.
 */
export function useAlertParts(alerted: boolean): { toasts: ReactNode; count: ReactNode } {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const [parts, setParts] = useState<AlertParts | null>(null);
  const [late, setLate] = useState(false);
  const [failures, setFailures] = useState(0);
  const wanted = late || alerted;
  useEffect(() => {
    const patience = setTimeout(() => setLate(true), alertDelayMs);
    return () => clearTimeout(patience);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another language and after a failure.
  useEffect(() => {
    if (!wanted) return undefined;
    let left = false;
    let next: ReturnType<typeof setTimeout> | undefined;
    const fetching = Promise.all([
      import('../../features/sensitive-words/MenuCount.tsx'),
      import('../../features/sensitive-words/AlertToasts.tsx'),
      loadSensitiveWordTexts(i18n),
    ]);
    fetching.then(
      ([{ MenuCount }, { AlertToasts }]) => {
        if (!left) setParts({ MenuCount, AlertToasts });
      },
      () => {
        if (!left) next = setTimeout(() => setFailures(failures + 1), retryDelayMs);
      },
    );
    return () => {
      left = true;
      clearTimeout(next);
    };
  }, [wanted, i18n, language, failures]);
  if (parts === null) return { toasts: null, count: null };
  const { AlertToasts, MenuCount } = parts;
  return { toasts: <AlertToasts alerted={alerted} />, count: <MenuCount /> };
}
