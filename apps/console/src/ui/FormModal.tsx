import './form-modal.css';
import { Modal } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useNarrow } from '../lib/use-narrow.ts';
import { type FormFrameProperties, useFormFrame } from './use-form-frame.tsx';

export type FormModalProperties<Values> = FormFrameProperties<Values> & {
  /** The address doesn't show the form any more, as after Back; `onStay` puts it back. Left out: it is there. */
  leaving?: { onStay: () => void } | undefined;
};

/** A dialog that is a long form: its fields scroll, its buttons stay. It fills the screen of a phone. Mount it again for each. */
export function FormModal<Values extends object>({ leaving, ...properties }: FormModalProperties<Values>) {
  const { close, leave, frame } = useFormFrame(properties);
  const isNarrow = useNarrow();
  const leaveNow = useEffectEvent(leave);
  // Asked once for each time that the address leaves: whatever is typed meanwhile asks nothing again.
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
