import { maxSnoozedDays } from '@parley/contract/conversations';
import { Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';

type Properties = { onClose: () => void; onChosen: (until: number) => void };

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Returns a value for the browser's date-time field, in the reader's zone. */
function fieldValue(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

/** Asks for the time at which a snoozed conversation returns. */
export function SnoozeDialog({ onClose, onChosen }: Properties) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useRestoredFocus();
  const [now] = useState(() => Date.now());
  const [value, setValue] = useState(fieldValue(now + dayMs));
  const until = new Date(value).getTime();
  const isPossible = until > now && until < now + (maxSnoozedDays - 1) * dayMs;
  const choose = () => {
    if (!isPossible) return;
    onClose();
    onChosen(until);
  };
  return (
    <Modal
      open
      width={360}
      title={t('triage.chooseTitle')}
      okText={t('triage.chooseDone')}
      okButtonProps={{ disabled: !isPossible }}
      onOk={choose}
      onCancel={onClose}
      afterOpenChange={(open) => {
        if (open) field.current?.focus();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <input
          ref={field}
          type="datetime-local"
          className="desk-snooze-field"
          aria-label={t('triage.chooseTitle')}
          value={value}
          min={fieldValue(now)}
          max={fieldValue(now + (maxSnoozedDays - 1) * dayMs)}
          onChange={(event) => setValue(event.target.value)}
        />
        <p role="status" className="desk-snooze-problem">
          {isPossible ? '' : t('triage.chooseProblem')}
        </p>
      </form>
    </Modal>
  );
}
