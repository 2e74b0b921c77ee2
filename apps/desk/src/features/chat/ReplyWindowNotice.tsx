import { useFormats } from '@parley/ui';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ReplyWindowState } from './reply-window-state.ts';

/** Says until when the platform takes messages, near the end of that time, and why it takes none after it. */
export function ReplyWindowNotice({ state }: { state: ReplyWindowState }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (state.kind === 'open') return null;
  if (state.kind === 'ending') {
    const hours = Math.floor(state.minutes / 60);
    const left =
      hours === 0
        ? t('composer.windowMinutes', { count: state.minutes })
        : t('composer.windowHours', { hours: formats.number(hours), minutes: state.minutes % 60 });
    return <Alert type="warning" showIcon role="status" title={t('composer.windowEnding', { left })} />;
  }
  const title = state.written
    ? t('composer.windowClosed', { count: state.hours })
    : t('composer.windowNeverOpen');
  return <Alert type="warning" showIcon role="status" title={title} />;
}
