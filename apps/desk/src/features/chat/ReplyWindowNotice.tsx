import { useFormats } from '@parley/ui';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ReplyWindowState } from './reply-window-state.ts';

type Properties = {
  state: ReplyWindowState;
  /** Opens the message templates; undefined if the platform has none. */
  onTemplates: (() => void) | undefined;
};

/**
 * Shows how long the platform still accepts messages when that time is ending, what it charges for, and what it accepts
 * afterwards.
 */
export function ReplyWindowNotice({ state, onTemplates }: Properties) {
  const sentence = useSentence(state);
  const { t } = useTranslation();
  if (sentence === null) return null;
  const action =
    state.kind === 'templates' && onTemplates !== undefined ? (
      <Button size="small" onClick={onTemplates}>
        {t('composer.windowChooseTemplate')}
      </Button>
    ) : null;
  return <Alert type="warning" showIcon role="status" title={sentence} action={action} />;
}

function useSentence(state: ReplyWindowState): string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  const timeOf = (minutes: number) => {
    const hours = Math.floor(minutes / 60);
    if (hours === 0) return t('composer.windowMinutes', { count: minutes });
    return t('composer.windowHours', { hours: formats.number(hours), minutes: minutes % 60 });
  };
  switch (state.kind) {
    case 'open':
      return null;
    case 'ending': {
      const left = timeOf(state.minutes);
      return t(state.paidNext ? 'composer.windowFree' : 'composer.windowEnding', { left });
    }
    case 'paid':
      return state.minutes === null
        ? t('composer.windowPaid')
        : t('composer.windowPaidEnding', { left: timeOf(state.minutes) });
    case 'templates':
      return t('composer.windowTemplates');
    case 'closed':
      return state.written
        ? t('composer.windowClosed', { count: state.hours })
        : t('composer.windowNeverOpen');
  }
}
