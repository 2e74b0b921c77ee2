import { Form, type FormInstance, type FormProps, Modal, type ModalProps } from 'antd';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { focusFirstField } from '../lib/focus-first-field.ts';
import { useGuardedClose } from './use-guarded-close.tsx';

type Properties<Values> = Pick<
  ModalProps,
  'title' | 'okText' | 'width' | 'okButtonProps' | 'footer' | 'loading'
> &
  Pick<FormProps<Values>, 'initialValues' | 'onValuesChange'> & {
    form: FormInstance<Values>;
    /** The values that its fields bring; left out: `initialValues`. */
    saved?: object | undefined;
    /** It is being sent. */
    busy: boolean;
    /** True when what was entered is kept elsewhere, so that it is closed without a question. */
    keepsEntries?: boolean;
    onSave: (values: Values) => void;
    onClose: () => void;
    children: ReactNode;
  };

/** Gives the first field the focus once the form has come after the dialog: the dialog shows it a moment after `loading`. */
function FirstFieldFocus({ formId, hasWaited }: { formId: string; hasWaited: RefObject<boolean> }) {
  useEffect(() => {
    if (hasWaited.current) focusFirstField(formId)(true);
  }, [formId, hasWaited]);
  return null;
}

/**
 * A dialog that is a form: Enter in a field presses its button, and what was entered isn't lost without a question.
 * Mount it again for each.
 */
export function FormDialog<Values extends object>({
  form,
  busy,
  keepsEntries = false,
  onSave,
  onClose,
  initialValues,
  saved = initialValues,
  onValuesChange,
  okButtonProps,
  loading = false,
  children,
  ...dialog
}: Properties<Values>) {
  const id = useId();
  const hasWaited = useRef(false);
  useEffect(() => {
    if (loading) hasWaited.current = true;
  }, [loading]);
  const [close, question] = useGuardedClose({ form, saved, onClose });
  return (
    <Modal
      open
      {...dialog}
      loading={loading}
      confirmLoading={busy}
      mask={{ closable: false }}
      onCancel={keepsEntries ? onClose : close}
      afterOpenChange={focusFirstField(id)}
      // Of the form although it stands outside.
      okButtonProps={{ ...okButtonProps, htmlType: 'submit', form: id }}
    >
      <Form<Values>
        id={id}
        form={form}
        layout="vertical"
        // The browser would say it in its own language, and only of one field.
        noValidate
        {...(initialValues === undefined ? {} : { initialValues })}
        {...(onValuesChange === undefined ? {} : { onValuesChange })}
        onFinish={onSave}
      >
        {children}
        <FirstFieldFocus formId={id} hasWaited={hasWaited} />
      </Form>
      {question}
    </Modal>
  );
}
