/** Finds the members that an agent's text mentions: an at sign followed by their name or handle. */

export type Mentionable = { id: string; name: string; handle: string | null };
export type WrittenMention<Member> = { start: number; length: number; member: Member };

const maxMentions = 20;
const ats = /[@＠]/g;
/** Scripts without spaces between words: a name may be followed by the next word immediately. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]$/u;
const wordGoesOn = /^[\p{L}\p{N}_]/u;

/** Folds letter by letter, to keep positions, which `toLowerCase` shifts after a Turkish İ, and to treat every Greek Σ alike. */
const folded = (text: string) =>
  text.replace(/./gsu, (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase()));

/**
 * Returns the mentions in a text, in order. The longest name after an at sign counts, so that `@Ana María` doesn't mention Ana;
 * among members with the same name, the first one.
 */
export function writtenMentions<Member extends Mentionable>(
  text: string,
  members: readonly Member[],
): WrittenMention<Member>[] {
  const names = members
    .flatMap((member) => [member.name, member.handle ?? ''].map((name) => ({ name: folded(name), member })))
    .filter(({ name }) => name !== '')
    .sort((a, b) => b.name.length - a.name.length);
  const found: WrittenMention<Member>[] = [];
  for (const { index } of text.matchAll(ats)) {
    const last = found.at(-1);
    if (found.length === maxMentions || (last && index < last.start + last.length)) continue;
    const match = names.find(({ name }) => standsAt(text, index + 1, name));
    if (match) found.push({ start: index, length: match.name.length + 1, member: match.member });
  }
  return found;
}

function standsAt(text: string, at: number, name: string): boolean {
  const end = at + name.length;
  if (folded(text.slice(at, end)) !== name) return false;
  return unspaced.test(name) || !wordGoesOn.test(text.slice(end, end + 2));
}
