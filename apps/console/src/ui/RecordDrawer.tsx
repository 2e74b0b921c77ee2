import { isApiError } from '@parley/api-client';
import { Button, type FormInstance, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { FormDrawer, type FormFrameProperties } from './FormDrawer.tsx';
import { SavingProblem } from './SavingProblem.tsx';

type Saving<Kept> = {
  save: { isPending: boolean };
  /** Saves over this version; undefined: makes a new one. */
  send: (on: Kept | undefined) => void;
  /** The refusal that no field shows; null: there is none. */
  problem: unknown;
  clear: () => void;
};

export type RecordFormProperties<Kept, Values> = Pick<FormFrameProperties<Values>, 'leaving'> & {
  form: FormInstance<Values>;
  size: number;
  title: string;
  /** The record that is changed; undefined: the form makes a new one. */
  existing: Kept | undefined;
  /** The values of the form for what is kept; undefined: those of a new one. */
  valuesOf: (kept: Kept | undefined) => Values;
  saving: Saving<Kept>;
  /** Fetches what is kept now; null: it is gone. */
  read: (base: Kept) => Promise<Kept | null>;
  texts: { save: string; cancel: string };
  /** The path of the page around it. */
  page: string;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A drawer that adds a record or changes one, and offers a choice when another user has changed it meanwhile. */
export function RecordDrawer<Kept, Values extends object>(properties: RecordFormProperties<Kept, Values>) {
  return <RecordForm {...properties} frame={FormDrawer<Values>} />;
}

/** The form of a record in a drawer or a dialog. */
export function RecordForm<Kept, Values extends object>({
  frame: Frame,
  existing,
  valuesOf,
  saving,
  read,
  texts,
  children,
  ...ofFrame
}: RecordFormProperties<Kept, Values> & { frame: (properties: FormFrameProperties<Values>) => ReactNode }) {
  const { save, send, problem, clear } = saving;
  const [base, setBase] = useState(existing);
  const takeTheirs = (theirs: Kept) => {
    setBase(theirs);
    // antd's type asks for a partial value, which a whole one is.
    ofFrame.form.setFieldsValue(valuesOf(theirs) as Parameters<typeof ofFrame.form.setFieldsValue>[0]);
    clear();
  };
  return (
    <Frame
      {...ofFrame}
      saved={valuesOf(base)}
      onSave={() => send(base)}
      foot={({ formId, close }) => (
        <Space>
          <Button
            type="primary"
            form={formId}
            htmlType="submit"
            loading={save.isPending}
            disabled={isApiError(problem, 'resource.stale')}
          >
            {texts.save}
          </Button>
          <Button onClick={close}>{texts.cancel}</Button>
        </Space>
      )}
      below={
        <SavingProblem
          problem={problem}
          base={base}
          read={read}
          onTakeTheirs={takeTheirs}
          onKeepMine={send}
        />
      }
    >
      {children}
    </Frame>
  );
}
