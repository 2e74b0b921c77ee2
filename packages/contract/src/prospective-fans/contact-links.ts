/** Links by which a device can call or write to the contact that a visitor left: only telephone numbers and e-mail. */

const maxPoints = 120;
const email =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
/** A number with the usual separators between its digits. */
const phone = /^\+?[\d\s().\-/]+$/;
/** ITU-T E.164 numbers have at most 15 digits; short national numbers have fewer than 5. */
const digits = /^\+?\d{5,15}$/;

/**
 * Returns a `tel:` or `mailto:` address, or null for anything else that a visitor has entered. The visitor's text becomes only
 * the number, or the mailbox's name, in it.
 */
export function contactLinkOf(contact: string): string | null {
  const text = contact.trim();
  if (text.length > maxPoints) return null;
  if (email.test(text)) {
    const at = text.lastIndexOf('@');
    return `mailto:${encodeURIComponent(text.slice(0, at))}@${text.slice(at + 1)}`;
  }
  if (!phone.test(text)) return null;
  const number = text.replace(/[^\d+]/g, '');
  return digits.test(number) ? `tel:${number}` : null;
}
