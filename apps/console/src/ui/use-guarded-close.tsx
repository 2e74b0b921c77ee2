import { Form, type FormInstance } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { differs, isFilled, useUnsaved } from '../lib/unsaved-changes.ts';
import { prepareUnsavedChangesDialog, useUnsavedChangesDialog } from './use-unsaved-changes-dialog.tsx';

type Options<Values> = {
  form: FormInstance<Values>;
  /** The initial values; left out: whatever was entered is unsaved. */
  saved?: object | undefined;
  onClose: () => void;
};

/**
 * Closes a form, at once where nothing was entered that isn't saved.
 *
 * @returns how to close it, the question, to be rendered, and how to close it with `stay` being called where it stays open
 */
export function useGuardedClose<Values extends object>({
  form,
  saved,
  onClose,
}: Options<Values>): [close: () => void, question: ReactNode, leave: (stay: () => void) => void] {
  // Those without a field too, as in a list of contents: they are part of what is saved.
  const entered: Values | undefined = Form.useWatch([], { form, preserve: true });
  const unsaved = saved === undefined ? isFilled(entered) : differs(entered, saved);
  useUnsaved(unsaved);
  useEffect(() => {
    if (unsaved) prepareUnsavedChangesDialog();
  }, [unsaved]);
  const [attempt, question] = useUnsavedChangesDialog();
  return [() => attempt(unsaved, onClose), question, (stay) => attempt(unsaved, onClose, stay)];
}
