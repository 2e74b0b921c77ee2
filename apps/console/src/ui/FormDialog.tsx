import { Form, type FormInstance, type FormProps, Modal, type ModalProps } from 'antd';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { focusFirstField } from '../lib/focus-first-field.ts';
import { useGuardedClose } from './use-guarded-close.tsx';
import { useSubmitOnce } from './use-submit-once.ts';

type Properties<Values> = Pick<
  ModalProps,
  'title' | 'okText' | 'width' | 'okButtonProps' | 'footer' | 'loading'
> &
  Pick<FormProps<Values>, 'initialValues' | 'onValuesChange'> & {
    form: FormInstance<Values>;
    /** The stored values of its fields; left out: `initialValues`. */
    saved?: object | undefined;
    /** True while it is being submitted. */
    busy: boolean;
    /** True when the input is kept elsewhere, so that the dialog closes without confirmation. */
    keepsEntries?: boolean;
    onSave: (values: Values) => void;
    onClose: () => void;
    children: ReactNode;
  };

/**
 * Focuses the first field of a form that is rendered after its dialog: the dialog shows the form a moment after
 * `loading` ends.
 */
function FirstFieldFocus({ formId, hasWaited }: { formId: string; hasWaited: RefObject<boolean> }) {
  useEffect(() => {
    if (hasWaited.current) focusFirstField(formId)(true);
  }, [formId, hasWaited]);
  return null;
}

/**
 * A dialog with a form: Enter in a field submits it, and unsaved input isn't lost without confirmation. Mount it again
 * for each.
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
  const submit = useSubmitOnce(onSave);
  return (
    <Modal
      open
      {...dialog}
      loading={loading}
      confirmLoading={busy}
      mask={{ closable: false }}
      onCancel={keepsEntries ? onClose : close}
      afterOpenChange={focusFirstField(id)}
      // Belongs to the form although it is rendered outside of it.
      okButtonProps={{ ...okButtonProps, htmlType: 'submit', form: id }}
    >
      <Form<Values>
        id={id}
        form={form}
        layout="vertical"
        // Native validation messages are in the browser's language and cover only one field.
        noValidate
        {...(initialValues === undefined ? {} : { initialValues })}
        {...(onValuesChange === undefined ? {} : { onValuesChange })}
        onFinish={submit}
      >
        {children}
        <FirstFieldFocus formId={id} hasWaited={hasWaited} />
      </Form>
      {question}
    </Modal>
  );
}
