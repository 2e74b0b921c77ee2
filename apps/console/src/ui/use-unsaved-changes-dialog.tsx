import { lazyDialog } from '@parley/ui';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useFocusBack } from '../lib/use-focus-back.ts';

const load = async () => (await import('./UnsavedChangesDialog.tsx')).UnsavedChangesDialog;

/** Fetches the question ahead, as soon as something can be lost: it may be asked for offline. */
export const prepareUnsavedChangesDialog = (): void => void load().catch(() => undefined);

/** `stay`: called where the question is answered so that nothing is lost. */
type Attempt = (losing: boolean, act: () => void, stay?: () => void) => void;

type Question = ComponentType<{ onLeave: () => void; onClose: () => void }>;

/** Returns the hook below with a question whose code is fetched when it is first asked. */
export function unsavedChangesHook(loadQuestion: () => Promise<Question>) {
  const UnsavedChanges = lazyDialog(loadQuestion);
  return function useUnsavedChanges(): [Attempt, ReactNode] {
    const [asked, setAsked] = useState<{ act: () => void; stay?: (() => void) | undefined }>();
    useFocusBack(asked !== undefined);
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
 * Puts a question before what would lose something that was typed.
 *
 * @returns how to do it (at once where nothing is lost), and the question, to be rendered
 */
export const useUnsavedChangesDialog = unsavedChangesHook(load);
