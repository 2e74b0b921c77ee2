import type { ReactNode } from 'react';
import { useEmoji } from './use-emoji.tsx';
import { type MaterialsOptions, useMaterials } from './use-materials.tsx';

/** Returns the buttons beside the composer that help to write, and what they open above it. */
export function useComposerTools(options: MaterialsOptions): { buttons: ReactNode; panels: ReactNode } {
  const emoji = useEmoji(options.conversationId);
  const materials = useMaterials(options);
  return {
    buttons: (
      <>
        {emoji.button}
        {materials.button}
      </>
    ),
    panels: (
      <>
        {materials.panel}
        {emoji.panel}
      </>
    ),
  };
}
