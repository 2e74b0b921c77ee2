/**
 * True when the text is on the clipboard. Browsers offer the clipboard only on secure pages; an installation
 * in a local network without a certificate takes the old way.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Without TLS: by selection, below.
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
  // Inside an open dialog, which would otherwise keep the focus.
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
