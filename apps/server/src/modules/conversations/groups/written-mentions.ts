/** Finds the members whom an agent's text mentions: an at sign, and their name or handle. */

export type Mentionable = { id: string; name: string; handle: string | null };
export type WrittenMention<Member> = { start: number; length: number; member: Member };

const mostMentions = 20;
const ats = /[@＠]/g;
/** Scripts that write words without spaces: a name may be followed by the next word at once. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]$/u;
const wordGoesOn = /^[\p{L}\p{N}_]/u;

/** Letter by letter: places stay, which `toLowerCase` moves behind a Turkish İ, and a Greek Σ is one everywhere. */
const folded = (text: string) =>
  text.replace(/./gsu, (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase()));

/**
 * Returns the mentions of a text in order. The longest name that stands behind an at sign counts, so that `@Ana María`
 * doesn't mention Ana; of several members with one name the first does.
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
    if (found.length === mostMentions || (last && index < last.start + last.length)) continue;
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
