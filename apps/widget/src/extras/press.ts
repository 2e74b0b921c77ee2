/** Duration of a long press, which replaces the hover button on touch screens. */
const longMs = 500;
/** A finger that moves farther, in pixels, is scrolling. */
const still = 10;

export function onLongPress(target: HTMLElement, act: () => void): void {
  let timer = 0;
  let from = { x: 0, y: 0 };
  const stop = (): void => clearTimeout(timer);
  target.addEventListener('pointerdown', ({ pointerType, clientX: x, clientY: y }) => {
    stop();
    if (pointerType !== 'touch') return;
    from = { x, y };
    timer = window.setTimeout(() => {
      // The link under the finger is not opened.
      const swallow = (event: Event): void => event.preventDefault();
      target.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => target.removeEventListener('click', swallow, { capture: true }), longMs * 2);
      act();
    }, longMs);
  });
  target.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > still) stop();
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) target.addEventListener(end, stop);
  // Suppresses Android's own menu for the same press.
  target.addEventListener('contextmenu', (event) => {
    if (window.matchMedia('(pointer: coarse)').matches) event.preventDefault();
  });
}
