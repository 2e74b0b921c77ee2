/** The addresses by which a device calls or writes to a contact that a visitor has left: telephone numbers and e-mail alone. */

const mostPoints = 120;
const email =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
/** A number as people write it, with what stands between its digits. */
const phone = /^\+?[\d\s().\-/]+$/;
/** The digits of a number by ITU-T E.164 are 15 at most; short numbers of one country only have fewer than 5. */
const digits = /^\+?\d{5,15}$/;

/**
 * Returns a `tel:` or `mailto:` address, or null for whatever else a visitor has typed. Nothing that the visitor wrote can be more
 * than the number or the name of the mailbox in it.
 */
export function contactLinkOf(contact: string): string | null {
  const text = contact.trim();
  if (text.length > mostPoints) return null;
  if (email.test(text)) {
    const at = text.lastIndexOf('@');
    return `mailto:${encodeURIComponent(text.slice(0, at))}@${text.slice(at + 1)}`;
  }
  if (!phone.test(text)) return null;
  const number = text.replace(/[^\d+]/g, '');
  return digits.test(number) ? `tel:${number}` : null;
}
