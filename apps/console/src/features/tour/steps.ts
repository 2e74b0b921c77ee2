/** Steps of the guided tour, and the user's progress as derived from the page. */
export const tourSteps = ['open', 'create', 'confirm', 'copy'] as const;
export type TourStep = (typeof tourSteps)[number];

/** Selectors of each step's targets, in order of preference; the first visible one is used. */
const marks: Readonly<Record<TourStep, readonly string[]>> = {
  // On a phone, the menu is collapsed behind its button.
  open: ['[data-tour="menu"] a[href="/subpage/sonAccount"]', '[data-tour="toggle-menu"]'],
  create: ['[data-tour="create-sub-account"]'],
  confirm: ['.ant-modal:has([data-tour="confirm-sub-account"])'],
  copy: ['.ant-modal:has([data-tour="copy-sub-account"])'],
};

/** True when an element is visible; a dialog that is still animating can't be pointed at. */
function inSight(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && !/(^|\s)ant-zoom-/.test(element.className);
}

/** Returns the target of a step; null when none is visible: the tour is then centered. */
export function targetOf(step: TourStep, page: ParentNode = document): HTMLElement | null {
  for (const mark of marks[step]) {
    const found = [...page.querySelectorAll<HTMLElement>(mark)].find(inSight);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * Returns the furthest step whose target is visible, however the user got there.
 *
 * @param visible whether a step has a visible target
 */
export function stepAt(visible: (step: TourStep) => boolean): TourStep {
  if (visible('copy')) return 'copy';
  if (visible('confirm')) return 'confirm';
  return visible('create') ? 'create' : 'open';
}
