import { Form, type FormInstance, type FormProps } from 'antd';
import { type ReactNode, useId } from 'react';
import { focusFirstField } from '../lib/focus-first-field.ts';
import { useGuardedClose } from './use-guarded-close.tsx';
import { useSubmitOnce } from './use-submit-once.ts';

type Foot = {
  /** The form's id, for a submit button outside the form. */
  formId: string;
  /** Closes the form, after a confirmation when it has unsaved input. */
  close: () => void;
};

export type FormFrameProperties<Values> = Pick<FormProps<Values>, 'noValidate' | 'onValuesChange'> & {
  title: string;
  /** Its width in pixels. */
  size?: number;
  form: FormInstance<Values>;
  /** The initial values. */
  saved: Values;
  onSave: () => void;
  onClose: () => void;
  foot: (foot: Foot) => ReactNode;
  /** The form's fields. */
  children: ReactNode;
  /** Shown below the fields, outside the form. */
  below: ReactNode;
};

/** Returns what a form's drawer and dialog share: their properties, their content and their closing. */
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
  const submit = useSubmitOnce(onSave);
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
            onFinish={submit}
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
