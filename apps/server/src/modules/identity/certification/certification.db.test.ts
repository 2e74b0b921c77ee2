import { randomUUID } from 'node:crypto';
import type { CertificationForm } from '@parley/contract/identity';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certifications } from '../../../schema/identity.ts';
import {
  from,
  type IdentityHarness,
  outcomeOf,
  outcomesOf,
  type StoredOwner,
  startIdentityHarness,
} from '../testing/identity-harness.ts';
import { readPage, readSubmission } from './queries.ts';
import { decide, submit, withdraw } from './service.ts';
import { findCertification } from './store.ts';

let harness: IdentityHarness;
beforeAll(async () => {
  harness = await startIdentityHarness();
});
afterAll(() => harness.close());

const form = (...documentFileIds: string[]): CertificationForm => ({
  kind: 'enterprise',
  enterpriseName: 'Zapatos & Söhne 鞋业',
  registrationNumber: 'B-15000000',
  contactName: 'Ana',
  documentFileIds,
});
const read = ({ workspaceId }: StoredOwner) => findCertification(harness.database, workspaceId);
const submitting = ({ workspaceId, console }: StoredOwner, given: CertificationForm) =>
  submit(harness.deps, workspaceId, given, console.from.origin);
const withdrawing = ({ workspaceId, console }: StoredOwner) =>
  withdraw(harness.deps, workspaceId, console.from.origin);
const deciding = (
  { workspaceId }: { workspaceId: string },
  version: number,
  decision: 'pass' | 'reject',
  reason?: string,
) => decide(harness.deps, { workspaceId, version, decision, reason }, from().origin);
const wrongState = 'certification.wrong-state';
const missing = 'resource.not-found';
const upload = (owner: StoredOwner) => harness.storedFile(owner, 'certification');
const stateOf = (id: string) => harness.stateOfFile(id);

/** Submits a certification and returns the version to decide on. */
async function handedIn() {
  const owner = await harness.owner();
  const document = await upload(owner);
  const { version } = await submitting(owner, form(document));
  return { owner, document, version };
}

describe('a certification', () => {
  it('comes under review once it is submitted, and its documents are kept', async () => {
    const owner = await harness.owner();
    expect(await read(owner)).toBeNull();
    const document = await upload(owner);
    const { kind: _, ...fields } = form(document);
    const row = await submitting(owner, form(document));
    const submittedAt = new Date(harness.clock.now());
    expect(row).toMatchObject({ status: 'reviewing', ...fields, submittedAt, decidedAt: null, reason: null });
    expect(await read(owner)).toEqual(row);
    expect(await stateOf(document)).toBe('kept');
  });

  it('passes by the operator’s decision', async () => {
    const { owner, version } = await handedIn();
    expect(await deciding(owner, version, 'pass')).toBe(owner.workspaceId);
    const decidedAt = new Date(harness.clock.now());
    const passed = { status: 'passed', reason: null, decidedAt, version: version + 1 };
    expect(await read(owner)).toMatchObject(passed);
    const { email } = owner;
    expect(await readSubmission(harness.database, owner.workspaceId)).toMatchObject({ ...passed, email });
  });

  it('fails with a reason, and may be submitted again with other documents', async () => {
    const { owner, document, version } = await handedIn();
    await deciding(owner, version, 'reject', 'The scan can’t be read');
    expect(await read(owner)).toMatchObject({ status: 'rejected', reason: 'The scan can’t be read' });
    const better = await upload(owner);
    const again = await submitting(owner, form(better));
    expect(again).toMatchObject({
      status: 'reviewing',
      reason: null,
      decidedAt: null,
      documentFileIds: [better],
    });
    expect([await stateOf(document), await stateOf(better)]).toEqual(['released', 'kept']);
  });

  it('allows the same documents when submitted again', async () => {
    const { owner, document, version } = await handedIn();
    await deciding(owner, version, 'reject', 'Wrong company');
    await submitting(owner, { ...form(document), enterpriseName: 'Other' });
    expect(await stateOf(document)).toBe('kept');
  });

  it.each([false, true])(
    'leaves nothing of the form when it is withdrawn (passed before: %s)',
    async (passed) => {
      const { owner, document, version } = await handedIn();
      if (passed) await deciding(owner, version, 'pass');
      expect(await withdrawing(owner)).toMatchObject({ status: 'none', submittedAt: null, decidedAt: null });
      expect(await stateOf(document)).toBe('released');
      const rows = await harness.database.db
        .select()
        .from(certifications)
        .where(eq(certifications.workspaceId, owner.workspaceId));
      expect(JSON.stringify(rows)).not.toMatch(new RegExp(`B-15000000|Zapatos|${document}`));
      expect(await submitting(owner, form(await upload(owner)))).toMatchObject({ status: 'reviewing' });
    },
  );

  it('takes no step that its state doesn’t allow', async () => {
    expect(await outcomeOf(withdrawing(await harness.owner()))).toBe(wrongState);
    const waiting = await handedIn();
    expect(await outcomeOf(submitting(waiting.owner, form(waiting.document)))).toBe(wrongState);
    const rejected = await handedIn();
    await deciding(rejected.owner, rejected.version, 'reject', 'No');
    expect(await outcomeOf(withdrawing(rejected.owner))).toBe(wrongState);
    expect(await outcomeOf(deciding(rejected.owner, rejected.version + 1, 'pass'))).toBe(wrongState);
    const passed = await handedIn();
    await deciding(passed.owner, passed.version, 'pass');
    expect(await outcomeOf(submitting(passed.owner, form(passed.document)))).toBe(wrongState);
    expect(await read(passed.owner)).toMatchObject({ status: 'passed', version: passed.version + 1 });
  });

  it('accepts only the first of three concurrent submissions', async () => {
    const owner = await harness.owner();
    const documents = [await upload(owner), await upload(owner), await upload(owner)];
    const all = documents.map((document) => submitting(owner, form(document)));
    expect(await outcomesOf(all)).toEqual([wrongState, wrongState, 'done']);
    const states = await Promise.all(documents.map(stateOf));
    expect(states.sort()).toEqual(['kept', 'stored', 'stored']);
  });

  it('accepts documents of this workspace and purpose only, all or none', async () => {
    const [owner, stranger] = [await harness.owner(), await harness.owner()];
    const mine = await upload(owner);
    for (const bad of [await upload(stranger), await harness.storedFile(owner, 'avatar'), randomUUID()])
      expect(await outcomeOf(submitting(owner, form(mine, bad)))).toBe(missing);
    expect(await read(owner)).toBeNull();
    expect(await stateOf(mine)).toBe('stored');
  });
});

describe('the operator', () => {
  it('decides on the version that they have read, and on no newer one', async () => {
    const { owner, version } = await handedIn();
    await withdrawing(owner);
    await submitting(owner, { ...form(await upload(owner)), enterpriseName: 'Quite another' });
    expect(await outcomeOf(deciding(owner, version, 'pass'))).toBe('resource.stale');
    expect(await read(owner)).toMatchObject({ status: 'reviewing' });
  });

  it('decides once when two decide concurrently, and never over a withdrawal', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { owner, version } = await handedIn();
      const [passed, rejected, withdrawn] = await Promise.all([
        outcomeOf(deciding(owner, version, 'pass')),
        outcomeOf(deciding(owner, version, 'reject', 'No')),
        outcomeOf(withdrawing(owner)),
      ]);
      expect([passed, rejected].filter((outcome) => outcome === 'done').length).toBeLessThanOrEqual(1);
      expect((await read(owner))?.status).toBe(withdrawn === 'done' ? 'none' : 'rejected');
    }
  });

  it('finds nothing of a workspace that has submitted nothing', async () => {
    for (const workspaceId of [(await harness.owner()).workspaceId, randomUUID()])
      expect(await outcomeOf(deciding({ workspaceId }, 0, 'pass'))).toBe(missing);
  });

  it('lists submissions page by page, the longest waiting first', async () => {
    const [one, two, three] = [await handedInLater(), await handedInLater(), await handedInLater()];
    await deciding(two.owner, two.version, 'pass');
    const list = (query: Partial<Parameters<typeof readPage>[1]>) =>
      readPage(harness.database, { pageNo: 1, pageSize: 200, sort: 'submittedAt.asc', ...query });
    const ids = (page: { list: { workspaceId: string }[] }) => page.list.map((item) => item.workspaceId);
    const reviewing = await list({ status: 'reviewing' });
    expect(ids(reviewing).slice(-2)).toEqual([one.owner.workspaceId, three.owner.workspaceId]);
    expect(reviewing.total).toBe(reviewing.list.length);
    expect(ids(await list({ status: 'passed' }))).toContain(two.owner.workspaceId);
    const all = await list({});
    expect(all.list.every(({ status }) => status !== 'none')).toBe(true);
    expect(all.list.at(-1)).toMatchObject({ email: three.owner.email, contactName: 'Ana' });
    const last = await list({ pageSize: 1, pageNo: all.total });
    expect(ids(last)).toEqual([three.owner.workspaceId]);
  });

  function handedInLater() {
    harness.clock.advance(1000);
    return handedIn();
  }
});
