import { lazyDialog } from '@parley/ui';
import { type ReactNode, useState } from 'react';
import { useRestoredFocus } from '../lib/use-restored-focus.ts';
import { loadUnsavedChangesDialog } from './use-unsaved-changes-dialog.tsx';

const UnsavedChanges = lazyDialog(loadUnsavedChangesDialog);

type Options<T> = {
  /** True when rendering the part that the URL names would lose unsaved input in the shown one. */
  isLosing: (shown: T, named: T) => boolean;
  /** Names the shown part in the URL again, when the user stays. */
  onStay: (shown: T) => void;
};

/**
 * Returns which part to render of those that the URL can name, and a confirmation to render. The URL may change at any
 * time, as by Back or a menu entry: while that would lose unsaved input, the shown part stays until the user decides.
 *
 * @param named by the URL
 */
export function useGuardedAddress<T>(named: T, { isLosing, onStay }: Options<T>): [T, ReactNode] {
  const [shown, setShown] = useState(named);
  const isAsking = shown !== named && isLosing(shown, named);
  if (shown !== named && !isAsking) setShown(named);
  useRestoredFocus(isAsking);
  const question = isAsking ? (
    <UnsavedChanges onLeave={() => setShown(named)} onClose={() => onStay(shown)} />
  ) : null;
  return [isAsking ? shown : named, question];
}
