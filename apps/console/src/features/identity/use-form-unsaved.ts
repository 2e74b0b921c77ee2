import { Form, type FormInstance } from 'antd';
import { useUnsaved } from '../../lib/unsaved-changes.ts';

/** Marks a form that starts empty as unsaved when it has any value. */
export function useFormUnsaved(form: FormInstance): void {
  const values: object | undefined = Form.useWatch([], form);
  const filled = Object.values(values ?? {}).some((value) => value !== undefined && value !== '');
  useUnsaved(filled);
}
