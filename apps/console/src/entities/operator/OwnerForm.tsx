import './forms.css';
import { ForeignText } from '@parley/ui';
import { Alert, Button, Form, type FormInstance, Modal } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { differs, useUnsaved } from '../../lib/unsaved-changes.ts';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
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
  /** Asked before the values are sent, for a change that can't be undone; left out: they are sent at once. */
  question?: { title: string; text: (values: Values) => string };
  /** The fields after the owner's. */
  children: ReactNode;
};

/** Sends the form and empties it, unless it is edited meanwhile. `done` is the outcome, until the form is edited again. */
function useOwnerSaving<Values>(form: FormInstance<Values>, send: (values: Values) => Promise<string>) {
  const [done, setDone] = useState<string>();
  const isEdited = useRef(false);
  const { save, pending, problem } = useSave({
    form,
    refresh: [],
    send,
    onSaved: (sentence) => {
      setDone(sentence);
      if (!isEdited.current) form.resetFields();
    },
  });
  return {
    save(values: Values) {
      isEdited.current = false;
      save(values);
    },
    pending,
    problem,
    done,
    noteEdit() {
      isEdited.current = true;
      setDone(undefined);
    },
  };
}

/** Changes one owner's workspace and shows the outcome until the form is edited again. */
export function OwnerForm<Values extends { ownerEmail: string }>({
  blank,
  send,
  onEdited,
  okText,
  question,
  children,
}: Properties<Values>) {
  const [form] = Form.useForm<Values>();
  useUnsaved(differs(Form.useWatch([], form), blank));
  const { save, pending, problem, done, noteEdit } = useOwnerSaving(form, send);
  const [asked, setAsked] = useState<Values>();
  useRestoredFocus(asked !== undefined);
  return (
    <Form
      form={form}
      layout="vertical"
      noValidate
      className="operator-form"
      initialValues={blank}
      onFinish={question === undefined ? save : setAsked}
      onValuesChange={() => {
        noteEdit();
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
      {question === undefined || asked === undefined ? null : (
        <Question
          title={question.title}
          okText={okText}
          onSend={() => {
            setAsked(undefined);
            save(asked);
          }}
          onClose={() => setAsked(undefined)}
        >
          {question.text(asked)}
        </Question>
      )}
    </Form>
  );
}

type QuestionProperties = {
  title: string;
  okText: string;
  onSend: () => void;
  onClose: () => void;
  children: string;
};

function Question({ title, okText, onSend, onClose, children }: QuestionProperties) {
  return (
    <Modal open title={title} okText={okText} onOk={onSend} onCancel={onClose}>
      <ForeignText>{children}</ForeignText>
    </Modal>
  );
}
