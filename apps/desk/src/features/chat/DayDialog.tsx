import type { ThreadPlace } from '@parley/chat-core';
import { calendarDay } from '@parley/contract/characters';
import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';

type Properties = {
  /** A time on the initially selected day. */
  at: number;
  onClose: () => void;
  onPlace: (place: ThreadPlace) => void;
};

/** Returns the day in the reader's zone, in the format of a date field. */
function dayOf(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Asks for the day to jump to, in the workspace's time zone. */
export function DayDialog({ at, onClose, onPlace }: Properties) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useRestoredFocus();
  const [value, setValue] = useState(dayOf(at));
  const day = calendarDay.safeParse(value).data;
  const go = (place: ThreadPlace) => {
    onClose();
    onPlace(place);
  };
  const submit = () => {
    if (day !== undefined) go({ day });
  };
  return (
    <Modal
      open
      width={340}
      title={t('chat.jumpToDay')}
      okText={t('chat.goToDay')}
      okButtonProps={{ disabled: day === undefined }}
      onOk={submit}
      onCancel={onClose}
      afterOpenChange={(open) => {
        if (open) field.current?.focus();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <input
          ref={field}
          type="date"
          className="desk-day-field"
          aria-label={t('chat.day')}
          aria-describedby="desk-day-hint"
          value={value}
          min="1970-01-01"
          onChange={(event) => setValue(event.target.value)}
        />
        <p id="desk-day-hint" className="desk-day-hint">
          {t('chat.dayHint')}
        </p>
      </form>
      <Button type="link" className="desk-day-begin" onClick={() => go({ around: 1 })}>
        {t('chat.toBegin')}
      </Button>
    </Modal>
  );
}
