import type { ReactNode } from 'react';
import { useEmoji } from './use-emoji.tsx';
import { type MaterialsOptions, useMaterials } from './use-materials.tsx';
import { useTemplates } from './use-templates.tsx';

/** Returns the buttons beside the composer that help to write, and what they open above it. */
export function useComposerTools(options: MaterialsOptions): {
  buttons: ReactNode;
  panels: ReactNode;
  /** Opens the message templates; undefined: the platform has none. */
  openTemplates: (() => void) | undefined;
} {
  const emoji = useEmoji(options.conversationId);
  const materials = useMaterials(options);
  const templates = useTemplates(options);
  return {
    openTemplates: templates.open,
    buttons: (
      <>
        {emoji.button}
        {materials.button}
        {templates.button}
      </>
    ),
    panels: (
      <>
        {templates.panel}
        {materials.panel}
        {emoji.panel}
      </>
    ),
  };
}
