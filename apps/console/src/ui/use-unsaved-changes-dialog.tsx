import { lazyDialog } from '@parley/ui';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useRestoredFocus } from '../lib/use-restored-focus.ts';

export const loadUnsavedChangesDialog = async () =>
  (await import('./UnsavedChangesDialog.tsx')).UnsavedChangesDialog;

/** Preloads the confirmation as soon as something can be lost, as it may be needed offline. */
export const prepareUnsavedChangesDialog = (): void => void loadUnsavedChangesDialog().catch(() => undefined);

/** `stay` is called when the user decides not to lose the input. */
type Attempt = (losing: boolean, act: () => void, stay?: () => void) => void;

type Question = ComponentType<{ onLeave: () => void; onClose: () => void }>;

/** Returns the hook below, with a confirmation whose code is loaded on first use. */
export function unsavedChangesHook(loadQuestion: () => Promise<Question>) {
  const UnsavedChanges = lazyDialog(loadQuestion);
  return function useUnsavedChanges(): [Attempt, ReactNode] {
    const [asked, setAsked] = useState<{ act: () => void; stay?: (() => void) | undefined }>();
    useRestoredFocus(asked !== undefined);
    const attempt: Attempt = (losing, act, stay) => (losing ? setAsked({ act, stay }) : act());
    const close = () => setAsked(undefined);
    const question =
      asked === undefined ? null : (
        <UnsavedChanges
          onClose={() => {
            close();
            asked.stay?.();
          }}
          onLeave={() => {
            close();
            asked.act();
          }}
        />
      );
    return [attempt, question];
  };
}

/**
 * Asks for confirmation before an action that would lose input.
 *
 * @returns a function that runs the action (at once when nothing is lost), and the confirmation to render
 */
export const useUnsavedChangesDialog = unsavedChangesHook(loadUnsavedChangesDialog);
