import { ArrowUpOutlined, CalendarOutlined } from '@ant-design/icons';
import { lazyDialog, useFormats } from '@parley/ui';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useJumps } from './use-jumps.tsx';

const DayDialog = lazyDialog(async () => (await import('./DayDialog.tsx')).DayDialog);

type Properties = {
  /** A time on the day that is on the screen. */
  at: number;
  /** The place up to which the conversation was read, while the messages after it are out of sight; else null. */
  unreadFrom: number | null;
};

/** Shown over the messages: their day, which opens the choice of another one, and a link to the first unread message. */
export function PanePlaces({ at, unreadFrom }: Properties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { goTo, busy } = useJumps();
  const [choosing, setChoosing] = useState(false);
  return (
    <div className="desk-places">
      <Button
        size="small"
        icon={<CalendarOutlined aria-hidden />}
        loading={busy}
        aria-haspopup="dialog"
        aria-label={t('chat.jumpToDayFrom', { day: formats.day(at) })}
        title={t('chat.jumpToDay')}
        onClick={() => setChoosing(true)}
      >
        {formats.day(at)}
      </Button>
      {unreadFrom === null ? null : (
        <Button
          size="small"
          type="primary"
          icon={<ArrowUpOutlined aria-hidden />}
          onClick={() => goTo({ around: unreadFrom + 1 })}
        >
          {t('chat.toUnread')}
        </Button>
      )}
      {choosing ? <DayDialog at={at} onClose={() => setChoosing(false)} onPlace={goTo} /> : null}
    </div>
  );
}
