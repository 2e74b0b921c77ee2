/** Lets the visitor verify the signed days and those on the page in the browser, and download the signed ones. */
import type { SnapshotFile, Verification } from '@parley/contract/work-order-shares';
import {
  compareShownDays,
  type ShownDayFinding,
  type ShownDays,
} from '@parley/contract/work-order-shares/shown-days';
import { canVerify, verifySnapshots } from '@parley/contract/work-order-shares/snapshot-chain';
import type { Texts } from '../lib/order-texts.ts';
import type { Outcome } from '../lib/requests.ts';
import { filled } from '../lib/texts.ts';
import { button, element } from './dom.ts';

type Sources = {
  load(): Promise<Outcome<SnapshotFile>>;
  /** Returns the days on the page at that moment. */
  shown(): ShownDays;
};

export function signedDays(texts: Texts, { load, shown }: Sources): HTMLElement {
  const result = element('p', 'note', [], { role: 'status' });
  const say = (text: string, kind: 'good' | 'bad' | 'note' = 'note') => {
    result.className = kind;
    result.textContent = text;
  };
  async function withFile(use: (file: SnapshotFile) => Promise<void> | void): Promise<void> {
    say(texts.verifying);
    const outcome = await load();
    if (outcome.ok) await use(outcome.data);
    else say(texts.noAnswer, 'bad');
  }
  const verify = () =>
    withFile(async (file) => {
      if (!(await canVerify())) {
        say(texts.cannotVerify, 'bad');
        return;
      }
      const found = await verifySnapshots(file);
      const beside = compareShownDays(file, shown());
      const isGood = found.findings.length === 0 && beside.length === 0;
      say(sentenceOf(found, beside, texts), isGood ? 'good' : 'bad');
    });
  const download = () =>
    withFile((file) => {
      save(JSON.stringify(file, null, 2));
      say('');
    });
  return element('div', 'signed', [
    element('h3', '', [texts.snapshots]),
    element('p', 'note', [texts.snapshotsHint]),
    element('div', 'buttons', [
      button(texts.verify, () => void verify()),
      button(texts.download, () => void download()),
    ]),
    result,
  ]);
}

function sentenceOf(
  { count, firstDay, lastDay, findings }: Verification,
  [beside]: readonly ShownDayFinding[],
  texts: Texts,
): string {
  const [first] = findings;
  if (first === undefined && beside !== undefined) return filled(texts[beside.fault], { day: beside.day });
  if (first === undefined)
    return filled(texts.verified, { count, first: firstDay ?? '–', last: lastDay ?? '–' });
  const { index, day, fault } = first;
  return filled(texts.tampered, { index: index + 1, day: day ?? '–', fault: texts[fault] });
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  element('a', '', [], { href: url, download: 'work-order-snapshots.json' }).click();
  // After the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
