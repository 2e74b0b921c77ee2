import { isApiError } from '@parley/api-client';
import { Button, type FormInstance, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { SavingProblem } from './SavingProblem.tsx';
import type { FormFrameProperties } from './use-form-frame.tsx';

type Saving<Kept> = {
  save: { isPending: boolean };
  /** Saves over this version; undefined: creates a record. */
  send: (on: Kept | undefined) => void;
  /** The error that no field shows; null: none. */
  problem: unknown;
  clear: () => void;
};

export type RecordFormProperties<Kept, Values> = {
  form: FormInstance<Values>;
  size: number;
  title: string;
  /** The record to change; undefined: the form creates one. */
  existing: Kept | undefined;
  /** Returns the form values of a stored record; of a new one for undefined. */
  valuesOf: (kept: Kept | undefined) => Values;
  saving: Saving<Kept>;
  /** Fetches the stored record; null: it no longer exists. */
  read: (base: Kept) => Promise<Kept | null>;
  texts: { save: string; cancel: string };
  onClose: () => void;
  /** The form's fields. */
  children: ReactNode;
};

/**
 * Returns the form of a record, for a drawer or a dialog; offers a choice when another user has changed the record
 * meanwhile.
 */
export function useRecordForm<Kept, Values extends object>({
  existing,
  valuesOf,
  saving,
  read,
  texts,
  ...ofFrame
}: RecordFormProperties<Kept, Values>): FormFrameProperties<Values> {
  const { save, send, problem, clear } = saving;
  const [base, setBase] = useState(existing);
  const takeTheirs = (theirs: Kept) => {
    setBase(theirs);
    // antd's type requires a partial value, which a complete one satisfies.
    ofFrame.form.setFieldsValue(valuesOf(theirs) as Parameters<typeof ofFrame.form.setFieldsValue>[0]);
    clear();
  };
  return {
    ...ofFrame,
    saved: valuesOf(base),
    onSave: () => send(base),
    foot: ({ formId, close }) => (
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
    ),
    below: (
      <SavingProblem problem={problem} base={base} read={read} onTakeTheirs={takeTheirs} onKeepMine={send} />
    ),
  };
}
