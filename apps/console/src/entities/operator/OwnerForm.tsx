import './forms.css';
import { Alert, Button, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { OwnerField } from './OwnerField.tsx';
import { SaveProblem } from './SaveProblem.tsx';
import { useSave } from './use-save.ts';

type Properties<Values> = {
  /** The initial values, restored after each success. */
  blank: Values;
  /** Resolves with a message about the outcome. */
  send: (values: Values) => Promise<string>;
  onEdited?: () => void;
  okText: string;
  /** The fields after the owner's. */
  children: ReactNode;
};

/** Changes one owner's workspace and shows the outcome until the form is edited again. */
export function OwnerForm<Values extends { ownerEmail: string }>({
  blank,
  send,
  onEdited,
  okText,
  children,
}: Properties<Values>) {
  const [form] = Form.useForm<Values>();
  const [done, setDone] = useState<string>();
  const { save, pending, problem } = useSave({
    form,
    refresh: [],
    send,
    onSaved: (sentence) => {
      setDone(sentence);
      form.resetFields();
    },
  });
  return (
    <Form
      form={form}
      layout="vertical"
      noValidate
      className="operator-form"
      initialValues={blank}
      onFinish={save}
      onValuesChange={() => {
        setDone(undefined);
        onEdited?.();
      }}
    >
      <SaveProblem problem={problem} onReload={() => undefined} />
      {done === undefined ? null : (
        <Alert type="success" showIcon role="status" title={done} className="save-problem" />
      )}
      <OwnerField />
      {children}
      <Button type="primary" htmlType="submit" loading={pending}>
        {okText}
      </Button>
    </Form>
  );
}
