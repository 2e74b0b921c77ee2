import { lazyDialog } from '@parley/ui';
import { type ReactNode, useState } from 'react';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import type { RowAction } from './description.ts';

const ConfirmDialog = lazyDialog(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog);

/** Runs an action at once, or after its confirmation. */
export type Confirm = (action: RowAction) => void;

export function useConfirmation(): { confirm: Confirm; dialog: ReactNode } {
  const [asked, setAsked] = useState<RowAction>();
  useRestoredFocus(asked !== undefined);
  return {
    confirm: (action) => {
      if (action.confirm === undefined) void action.onAct?.();
      else setAsked(action);
    },
    dialog: asked === undefined ? null : <ConfirmDialog action={asked} onClose={() => setAsked(undefined)} />,
  };
}
