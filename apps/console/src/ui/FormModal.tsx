import './form-modal.css';
import { Modal } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useNarrow } from '../lib/use-narrow.ts';
import { type FormFrameProperties, useFormFrame } from './use-form-frame.tsx';

export type FormModalProperties<Values> = FormFrameProperties<Values> & {
  /** Set when the URL no longer names the form, e.g. after Back; `onStay` restores the URL. Left out: it still does. */
  leaving?: { onStay: () => void } | undefined;
};

/**
 * A dialog with a long form: its fields scroll, its buttons stay visible, and it fills a phone's screen. Mount it again
 * for each.
 */
export function FormModal<Values extends object>({ leaving, ...properties }: FormModalProperties<Values>) {
  const { close, leave, frame } = useFormFrame(properties);
  const isNarrow = useNarrow();
  const leaveNow = useEffectEvent(leave);
  // Asks once each time the URL changes away; typing meanwhile doesn't ask again.
  useEffect(() => {
    if (leaving !== undefined) leaveNow(leaving.onStay);
  }, [leaving]);
  return (
    <Modal
      {...frame}
      centered
      className="form-modal"
      width={isNarrow ? '100vw' : (properties.size ?? 720)}
      onCancel={close}
    />
  );
}
