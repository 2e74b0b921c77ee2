import { Form, type FormInstance } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { differs, isFilled, useUnsaved } from '../lib/unsaved-changes.ts';
import { prepareUnsavedChangesDialog, useUnsavedChangesDialog } from './use-unsaved-changes-dialog.tsx';

type Options<Values> = {
  form: FormInstance<Values>;
  /** The initial values; left out: any input is unsaved. */
  saved?: object | undefined;
  onClose: () => void;
};

/**
 * Closes a form, after a confirmation when it has unsaved input.
 *
 * @returns a function that closes it, the confirmation to render, and a function that closes it and calls `stay` when
 * the user stays
 */
export function useGuardedClose<Values extends object>({
  form,
  saved,
  onClose,
}: Options<Values>): [close: () => void, question: ReactNode, leave: (stay: () => void) => void] {
  // Includes values without a field, as in a list of contents: they are saved as well.
  const entered: Values | undefined = Form.useWatch([], { form, preserve: true });
  const unsaved = saved === undefined ? isFilled(entered) : differs(entered, saved);
  useUnsaved(unsaved);
  useEffect(() => {
    if (unsaved) prepareUnsavedChangesDialog();
  }, [unsaved]);
  const [attempt, question] = useUnsavedChangesDialog();
  return [() => attempt(unsaved, onClose), question, (stay) => attempt(unsaved, onClose, stay)];
}
