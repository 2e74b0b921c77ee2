import { Drawer, type DrawerProps, Form, type FormInstance, type FormProps } from 'antd';
import { type ReactNode, useId } from 'react';
import { focusFirstField } from '../lib/focus-first-field.ts';
import { useGuardedClose } from './use-guarded-close.tsx';

type Foot = {
  /** The form's, for a button that submits it: it stands outside. */
  formId: string;
  /** Asks first where something was entered that isn't saved. */
  close: () => void;
};

export type FormFrameProperties<Values> = Pick<DrawerProps, 'title' | 'size'> &
  Pick<FormProps<Values>, 'noValidate' | 'onValuesChange'> & {
    form: FormInstance<Values>;
    /** The values that the form begins with. */
    saved: Values;
    /** The path of the page around it. */
    page: string;
    onSave: () => void;
    onClose: () => void;
    foot: (foot: Foot) => ReactNode;
    /** The fields. */
    children: ReactNode;
    /** Stands below the fields, outside of the form. */
    below: ReactNode;
    /** The address doesn't show the form any more, as after Back; `onStay` puts it back. Left out: it is there. */
    leaving?: { onStay: () => void } | undefined;
  };

/** A drawer that is a form. Mount it again for each. */
export function FormDrawer<Values extends object>({
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
  leaving: _,
  ...ofForm
}: FormFrameProperties<Values>) {
  const formId = useId();
  const [close, question] = useGuardedClose({ form, saved, page, onClose });
  return (
    <Drawer
      open
      {...(size === undefined ? {} : { size })}
      title={title}
      mask={{ closable: false }}
      onClose={close}
      afterOpenChange={focusFirstField(formId)}
      styles={{ wrapper: { maxWidth: '100vw' } }}
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
    </Drawer>
  );
}
