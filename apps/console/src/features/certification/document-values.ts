import { certificationForm } from '@parley/contract/identity';

/** A document in the form: uploading, refused, or stored on the server under `fileId`. */
export type DocumentValue = {
  /** antd's key for the file. */
  uid: string;
  name: string;
  fileId: string | null;
};

export const documentLimit = 5;
const ids = certificationForm.shape.documentFileIds;

const noneGiven = {
  success: false as const,
  error: { issues: [{ code: 'custom', message: 'required', params: { rule: 'required' } }] },
};

/** Validates the value with the contract's schema for its file ids; files not yet uploaded don't count. */
export const documentRule = {
  safeParse(value: unknown) {
    const given = fileIdsOf(Array.isArray(value) ? value : []);
    return given.length === 0 ? noneGiven : ids.safeParse(given);
  },
};

/** Returns the file ids in the control's order. */
export function fileIdsOf(documents: readonly DocumentValue[]): string[] {
  return documents.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
}
