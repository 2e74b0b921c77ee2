import { Form, type FormInstance, type FormProps } from 'antd';
import { type ReactNode, useId } from 'react';
import { focusFirstField } from '../lib/focus-first-field.ts';
import { useGuardedClose } from './use-guarded-close.tsx';

type Foot = {
  /** The form's, for a button that submits it: it stands outside. */
  formId: string;
  /** Asks first where something was entered that isn't saved. */
  close: () => void;
};

export type FormFrameProperties<Values> = Pick<FormProps<Values>, 'noValidate' | 'onValuesChange'> & {
  title: string;
  /** Its width in pixels. */
  size?: number;
  form: FormInstance<Values>;
  /** The values that the form begins with. */
  saved: Values;
  onSave: () => void;
  onClose: () => void;
  foot: (foot: Foot) => ReactNode;
  /** The fields. */
  children: ReactNode;
  /** Stands below the fields, outside of the form. */
  below: ReactNode;
};

/** Returns what a form's drawer and dialog have in common: their properties, their content, and how they close. */
export function useFormFrame<Values extends object>({
  title,
  size: _,
  form,
  saved,
  onSave,
  onClose,
  foot,
  children,
  below,
  ...ofForm
}: FormFrameProperties<Values>) {
  const formId = useId();
  const [close, question, leave] = useGuardedClose({ form, saved, onClose });
  return {
    close,
    leave,
    frame: {
      open: true,
      title,
      mask: { closable: false },
      afterOpenChange: focusFirstField(formId),
      footer: foot({ formId, close }),
      children: (
        <>
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
        </>
      ),
    },
  };
}
