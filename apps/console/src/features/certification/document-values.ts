import { certificationForm } from '@parley/contract/identity';

/** A document as the form holds it: on its way, refused, or kept by the server under `fileId`. */
export type DocumentValue = {
  /** The control's own key. */
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

/** Judges the control's value as the contract judges the ids in it; what has not arrived does not count. */
export const documentRule = {
  safeParse(value: unknown) {
    const given = fileIdsOf(Array.isArray(value) ? value : []);
    return given.length === 0 ? noneGiven : ids.safeParse(given);
  },
};

/** Ids in the control's order. */
export function fileIdsOf(documents: readonly DocumentValue[]): string[] {
  return documents.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
}
