import './menu-count.css';
import { sensitiveWordAlertLimit } from '@parley/contract/sensitive-words';
import { useFormats } from '@parley/ui';
import { useUnseenAlerts } from './unseen-alerts.ts';

/** The number of unseen alerts, beside the page's name in the menu. */
export function MenuCount() {
  const { number } = useFormats();
  const unseen = useUnseenAlerts() ?? 0;
  if (unseen === 0) return null;
  const more = unseen >= sensitiveWordAlertLimit;
  return (
    <>
      {' '}
      <span className="menu-count">{more ? `${number(sensitiveWordAlertLimit - 1)}+` : number(unseen)}</span>
    </>
  );
}
