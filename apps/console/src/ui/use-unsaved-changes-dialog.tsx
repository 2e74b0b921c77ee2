import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFocusBack } from '../lib/use-focus-back.ts';

const UnsavedChangesDialog = lazy(async () => ({
  default: (await import('./UnsavedChangesDialog.tsx')).UnsavedChangesDialog,
}));

/**
 * Puts a question before what would lose something that was typed.
 *
 * @returns how to do it (at once where nothing is lost), and the question, to be rendered
 */
export function useUnsavedChangesDialog(): [(losing: boolean, act: () => void) => void, ReactNode] {
  const [asked, setAsked] = useState<{ act: () => void }>();
  useFocusBack(asked !== undefined);
  const attempt = (losing: boolean, act: () => void) => (losing ? setAsked({ act }) : act());
  const close = () => setAsked(undefined);
  const question =
    asked === undefined ? null : (
      <Suspense fallback={null}>
        <UnsavedChangesDialog
          onStay={close}
          onLeave={() => {
            close();
            asked.act();
          }}
        />
      </Suspense>
    );
  return [attempt, question];
}
