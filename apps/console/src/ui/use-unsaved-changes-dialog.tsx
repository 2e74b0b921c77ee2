import { type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { useFocusBack } from '../lib/use-focus-back.ts';

const load = async () => (await import('./UnsavedChangesDialog.tsx')).UnsavedChangesDialog;
const UnsavedChangesDialog = lazyComponent(load);

/**
 * Fetches the question ahead, as soon as something can be lost: asked for offline only then, the failure would replace
 * the page together with what was typed.
 */
export const prepareUnsavedChangesDialog = (): void => void load().catch(() => undefined);

/** `stay`: called where the question is answered so that nothing is lost. */
type Attempt = (losing: boolean, act: () => void, stay?: () => void) => void;

/**
 * Puts a question before what would lose something that was typed.
 *
 * @returns how to do it (at once where nothing is lost), and the question, to be rendered
 */
export function useUnsavedChangesDialog(): [Attempt, ReactNode] {
  const [asked, setAsked] = useState<{ act: () => void; stay?: (() => void) | undefined }>();
  useFocusBack(asked !== undefined);
  const attempt: Attempt = (losing, act, stay) => (losing ? setAsked({ act, stay }) : act());
  const close = () => setAsked(undefined);
  const question =
    asked === undefined ? null : (
      <Suspense fallback={null}>
        <UnsavedChangesDialog
          onStay={() => {
            close();
            asked.stay?.();
          }}
          onLeave={() => {
            close();
            asked.act();
          }}
        />
      </Suspense>
    );
  return [attempt, question];
}
