import { useToasts } from '@parley/ui';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useUnseenAlerts } from './unseen-alerts.ts';

/** Minimum time between two toasts, in ms. */
const minIntervalMs = 10_000;
/** Display time of a toast, long enough to reach its link to the records. */
const shownSeconds = 15;
const key = 'sensitive-words';
const records = `${paths.sensitiveWords}?view=records`;

/**
 * Shows a toast with a link to the records when rules raise alerts; a burst is batched into one toast with a count.
 *
 * @param alerted whether an alert was raised while the console was open, possibly before this component was mounted
 */
export function AlertToasts({ alerted }: { alerted: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const unseen = useUnseenAlerts();
  const last = useRef<number>(undefined);
  const gathered = useRef(0);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = useEffectEvent(() => {
    const count = gathered.current;
    gathered.current = 0;
    // The records page already shows the alerts.
    const isOpen = pathname === paths.sensitiveWords && search.includes('view=records');
    if (count === 0 || isOpen) return;
    const open = () => void navigate(records);
    const content = (
      <>
        {t('sensitiveWords.alerts', { count })}{' '}
        <Button type="link" size="small" onClick={open}>
          {t('sensitiveWords.showRecords')}
        </Button>
      </>
    );
    toasts.warning({ key, content, duration: shownSeconds });
    pause.current = setTimeout(() => {
      pause.current = undefined;
      show();
    }, minIntervalMs);
  });

  const gather = useEffectEvent((count: number) => {
    const before = last.current ?? (alerted ? 0 : count);
    last.current = count;
    if (count <= before) return;
    gathered.current += count - before;
    if (pause.current === undefined) show();
  });

  useEffect(() => {
    if (unseen !== undefined) gather(unseen);
  }, [unseen]);

  useEffect(() => () => clearTimeout(pause.current), []);
  return null;
}
