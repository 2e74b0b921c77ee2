import { Form, type FormInstance } from 'antd';
import { useUnsaved } from '../../lib/unsaved-changes.ts';

/** A form that begins empty: anything in it is unsaved. */
export function useFormUnsaved(form: FormInstance): void {
  const values: object | undefined = Form.useWatch([], form);
  const filled = Object.values(values ?? {}).some((value) => value !== undefined && value !== '');
  useUnsaved(filled);
}
