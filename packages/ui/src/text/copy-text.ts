/**
 * Returns whether the text was copied to the clipboard. Browsers offer the clipboard API only on secure pages; an
 * installation in a local network without a certificate falls back to copying a selection.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Throws without TLS; the fallback is below.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.readOnly = true;
  holder.style.cssText = 'position:fixed;inset-block-start:0;opacity:0';
  const before = document.activeElement;
  // Inside an open dialog, which would otherwise take the focus back.
  (before?.closest('[role=dialog]') ?? document.body).append(holder);
  holder.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    holder.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
