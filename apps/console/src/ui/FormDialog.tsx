import { Form, type FormInstance, type FormProps, Modal, type ModalProps } from 'antd';
import { type ReactNode, useId } from 'react';
import { focusFirstField } from '../lib/focus-first-field.ts';

type Properties<Values> = Pick<
  ModalProps,
  'title' | 'okText' | 'width' | 'okButtonProps' | 'footer' | 'loading'
> &
  Pick<FormProps<Values>, 'initialValues' | 'onValuesChange'> & {
    form: FormInstance<Values>;
    /** It is being sent. */
    busy: boolean;
    onSave: (values: Values) => void;
    onClose: () => void;
    children: ReactNode;
  };

/** A dialog that is a form: Enter in a field presses its button. Mount it again for each. */
export function FormDialog<Values extends object>({
  form,
  busy,
  onSave,
  onClose,
  initialValues,
  onValuesChange,
  okButtonProps,
  children,
  ...dialog
}: Properties<Values>) {
  const id = useId();
  return (
    <Modal
      open
      {...dialog}
      confirmLoading={busy}
      mask={{ closable: false }}
      onCancel={onClose}
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
      </Form>
    </Modal>
  );
}
