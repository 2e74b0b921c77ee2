import type { KeyValueStorage } from '@parley/api-client';
import type { CustomerProfile } from '@parley/contract/customer-profiles';

export type DraftNotes = Pick<CustomerProfile, 'alias' | 'phone' | 'email' | 'notes'>;

/** An agent's unsaved changes and the version that they are based on; survives reloads. */
export type ProfileDraft = { version: number; shared: boolean; notes: DraftNotes };

const key = (conversationId: string) => `desk:profile:${conversationId}`;

export const notesOf = ({ alias, phone, email, notes }: DraftNotes): DraftNotes => ({
  alias,
  phone,
  email,
  notes,
});

export function readProfileDraft(storage: KeyValueStorage, conversationId: string): ProfileDraft | null {
  try {
    const draft: unknown = JSON.parse(storage.getItem(key(conversationId)) ?? 'null');
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

function isDraft(given: unknown): given is ProfileDraft {
  if (typeof given !== 'object' || given === null) return false;
  // Another version of the desk may have written it.
  const { version, shared, notes } = given as Partial<Record<keyof ProfileDraft, unknown>>;
  if (typeof version !== 'number' || typeof shared !== 'boolean') return false;
  if (typeof notes !== 'object' || notes === null) return false;
  // Likewise for its contents: every field is checked below.
  const texts = notes as Partial<Record<keyof DraftNotes, unknown>>;
  return [texts.alias, texts.phone, texts.email, texts.notes].every((text) => typeof text === 'string');
}

export function keepProfileDraft(
  storage: KeyValueStorage,
  conversationId: string,
  draft: ProfileDraft | null,
): void {
  try {
    if (draft === null) storage.removeItem(key(conversationId));
    else storage.setItem(key(conversationId), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the draft isn't persisted, but typing continues.
  }
}
