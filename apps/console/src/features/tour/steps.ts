/** The guided tour: what a newcomer does first, and how far they have come, read off the page. */
export const tourSteps = ['open', 'create', 'confirm', 'copy'] as const;
export type TourStep = (typeof tourSteps)[number];

/** The targets of the steps, each by a mark, or the nearest thing that is in sight. */
const marks: Readonly<Record<TourStep, readonly string[]>> = {
  // On a phone the menu is folded away behind its button.
  open: ['[data-tour="menu"] a[href="/subpage/sonAccount"]', '[data-tour="toggle-menu"]'],
  create: ['[data-tour="create-sub-account"]'],
  confirm: ['.ant-modal:has([data-tour="confirm-sub-account"])'],
  copy: ['.ant-modal:has([data-tour="copy-sub-account"])'],
};

/** True when something can be seen; a dialog that is still flying in or out can't be pointed at. */
function inSight(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && !/(^|\s)ant-zoom-/.test(element.className);
}

/** Returns the target of a step; null while there is none: the step is then in the middle. */
export function targetOf(step: TourStep, page: ParentNode = document): HTMLElement | null {
  for (const mark of marks[step]) {
    const found = [...page.querySelectorAll<HTMLElement>(mark)].find(inSight);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * Returns the newcomer's step, whatever way they came: the furthest one that is open before them.
 *
 * @param visible which steps have something in sight
 */
export function stepAt(visible: (step: TourStep) => boolean): TourStep {
  if (visible('copy')) return 'copy';
  if (visible('confirm')) return 'confirm';
  return visible('create') ? 'create' : 'open';
}
