import type { ComponentProps, ReactNode } from 'react';
import type { ChatPane } from '../../features/chat/ChatPane.tsx';
import { useEmoji } from './use-emoji.tsx';
import { type MaterialsOptions, useMaterials } from './use-materials.tsx';
import { useTemplates } from './use-templates.tsx';

/** Returns the writing tools beside the composer, and the panels that their buttons open above it. */
export function useComposerTools(options: MaterialsOptions): {
  inChat: Pick<ComponentProps<typeof ChatPane>, 'tools' | 'onQuickReply' | 'onTemplates'>;
  panels: ReactNode;
} {
  const emoji = useEmoji(options.conversationId);
  const materials = useMaterials(options);
  const templates = useTemplates(options);
  return {
    inChat: {
      onQuickReply: materials.attachMediumOf,
      onTemplates: templates.open,
      tools: (
        <>
          {emoji.button}
          {materials.button}
          {templates.button}
        </>
      ),
    },
    panels: (
      <>
        {templates.panel}
        {materials.panel}
        {emoji.panel}
      </>
    ),
  };
}
