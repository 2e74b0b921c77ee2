import './form-modal.css';
import { Form, Modal } from 'antd';
import { useEffect, useEffectEvent, useId } from 'react';
import { focusFirstField } from '../lib/focus-first-field.ts';
import { useNarrow } from '../lib/use-narrow.ts';
import type { FormFrameProperties } from './FormDrawer.tsx';
import { useGuardedClose } from './use-guarded-close.tsx';

/** A dialog that is a long form: its fields scroll, its buttons stay. It fills the screen of a phone. Mount it again for each. */
export function FormModal<Values extends object>({
  form,
  saved,
  page,
  onSave,
  onClose,
  foot,
  children,
  below,
  title,
  size,
  leaving,
  ...ofForm
}: FormFrameProperties<Values>) {
  const formId = useId();
  const [close, question, leave] = useGuardedClose({ form, saved, page, onClose });
  const isNarrow = useNarrow();
  const leaveNow = useEffectEvent(leave);
  // Asked once for each time that the address leaves: whatever is typed meanwhile asks nothing again.
  useEffect(() => {
    if (leaving !== undefined) leaveNow(leaving.onStay);
  }, [leaving]);
  return (
    <Modal
      open
      centered
      className="form-modal"
      width={isNarrow ? '100vw' : Number(size ?? 720)}
      title={title}
      mask={{ closable: false }}
      onCancel={close}
      afterOpenChange={focusFirstField(formId)}
      footer={foot({ formId, close })}
    >
      <Form<Values>
        id={formId}
        form={form}
        layout="vertical"
        {...ofForm}
        initialValues={saved}
        onFinish={onSave}
      >
        {children}
      </Form>
      {below}
      {question}
    </Modal>
  );
}
