import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as filesApi from '@parley/contract/files';
import * as identityApi from '@parley/contract/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestOwner } from '../../../testing/test-people.ts';
import { uploadPicture } from '../../../testing/uploads.ts';

let app: TestApp;
let folder: string;
let operator: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-identity-'));
  app = await startTestApp({ config: { DATA_DIR: folder } });
  operator = await app.operatorToken();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const upload = (owner: TestOwner, purpose: filesApi.FilePurpose = 'certification') =>
  uploadPicture(app, owner.token, purpose);

async function stateOf(fileId: string): Promise<string> {
  const { rows } = await app.app.database.pool.query('select state from files where id = $1', [fileId]);
  return rows[0]?.state;
}

const form = (...documentFileIds: string[]) => ({
  kind: 'enterprise',
  enterpriseName: 'Zapatos & Söhne 鞋业',
  registrationNumber: 'B-15000000',
  contactName: 'Ana',
  documentFileIds,
});
const read = (owner: TestOwner) => app.call(identityApi.getCertification, {}, owner.token);
const submit = (owner: TestOwner, body: object) =>
  app.send(identityApi.submitCertification, { body }, owner.token);
const withdraw = (owner: TestOwner) => app.send(identityApi.withdrawCertification, {}, owner.token);
const decide = (owner: TestOwner, version: number, decision: 'pass' | 'reject', reason?: string) =>
  app.send(
    identityApi.decideCertification,
    { body: { workspaceId: owner.workspaceId, version, decision, ...(reason ? { reason } : {}) } },
    operator,
  );
const wrongState = { status: 409, body: { code: 409, data: { error: 'certification.wrong-state' } } };

/** Submits a certification and returns the version to decide on. */
async function handedIn() {
  const owner = await app.registerOwner();
  const document = await upload(owner);
  const answer = await submit(owner, form(document));
  expect(answer.status).toBe(200);
  const { version } = answer.body.data as identityApi.Certification; // just seen
  return { owner, document, version };
}

describe('a certification', () => {
  it('a certification has the state none at first', async () => {
    expect(await read(await app.registerOwner())).toEqual({
      status: 'none',
      reason: null,
      form: null,
      submittedAt: null,
      decidedAt: null,
      version: 0,
    });
  });

  it('a certification is under review once it is submitted, and its documents are kept', async () => {
    const { owner, document } = await handedIn();
    const certification = await read(owner);
    expect(certification).toMatchObject({ status: 'reviewing', form: form(document), decidedAt: null });
    expect(certification.submittedAt).toBeGreaterThan(Date.now() - 60_000);
    expect(await stateOf(document)).toBe('kept');
    expect(await app.call(identityApi.getProfile, {}, owner.token)).toMatchObject({
      certification: { status: 'reviewing', reason: null },
    });
  });

  it('a certification is passed by the operator', async () => {
    const { owner, version } = await handedIn();
    expect((await decide(owner, version, 'pass')).body.data).toMatchObject({
      workspaceId: owner.workspaceId,
      email: owner.email,
      status: 'passed',
      version: version + 1,
    });
    expect(await read(owner)).toMatchObject({ status: 'passed', reason: null });
    expect((await read(owner)).decidedAt).toBeGreaterThan(0);
  });

  it('a certification is rejected with a reason, and may be submitted again', async () => {
    const { owner, document, version } = await handedIn();
    await decide(owner, version, 'reject', 'The scan can’t be read');
    expect(await app.call(identityApi.getProfile, {}, owner.token)).toMatchObject({
      certification: { status: 'rejected', reason: 'The scan can’t be read' },
    });
    const better = await upload(owner);
    expect((await submit(owner, form(better))).status).toBe(200);
    expect(await read(owner)).toMatchObject({ status: 'reviewing', reason: null, form: form(better) });
    expect([await stateOf(document), await stateOf(better)]).toEqual(['released', 'kept']);
  });

  it('allows the same documents when submitted again', async () => {
    const { owner, document, version } = await handedIn();
    await decide(owner, version, 'reject', 'Wrong company');
    expect((await submit(owner, { ...form(document), enterpriseName: 'Other' })).status).toBe(200);
    expect(await stateOf(document)).toBe('kept');
  });

  it('a certification is withdrawn while under review or passed, and what was submitted is deleted', async () => {
    for (const passed of [false, true]) {
      const { owner, document, version } = await handedIn();
      if (passed) await decide(owner, version, 'pass');
      expect((await withdraw(owner)).body.data).toMatchObject({
        status: 'none',
        form: null,
        submittedAt: null,
      });
      expect(await stateOf(document)).toBe('released');
      const { rows } = await app.app.database.pool.query(
        'select t::text as row from certifications t where workspace_id = $1',
        [owner.workspaceId],
      );
      expect(JSON.stringify(rows)).not.toContain('B-15000000');
      expect((await submit(owner, form(await upload(owner)))).status).toBe(200);
    }
  });

  it('takes no step that its state doesn’t allow', async () => {
    const owner = await app.registerOwner();
    expect(await withdraw(owner)).toMatchObject(wrongState);
    const waiting = await handedIn();
    expect(await submit(waiting.owner, form(waiting.document))).toMatchObject(wrongState);
    const rejected = await handedIn();
    await decide(rejected.owner, rejected.version, 'reject', 'No');
    expect(await withdraw(rejected.owner)).toMatchObject(wrongState);
    expect(await decide(rejected.owner, rejected.version + 1, 'pass')).toMatchObject(wrongState);
    const passed = await handedIn();
    await decide(passed.owner, passed.version, 'pass');
    expect(await submit(passed.owner, form(passed.document))).toMatchObject(wrongState);
    expect(await read(passed.owner)).toMatchObject({ status: 'passed', version: passed.version + 1 });
  });

  it('only the first of two concurrent submissions is kept', async () => {
    const owner = await app.registerOwner();
    const documents = [await upload(owner), await upload(owner), await upload(owner)];
    const answers = await Promise.all(documents.map((document) => submit(owner, form(document))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const states = await Promise.all(documents.map(stateOf));
    expect(states.sort()).toEqual(['kept', 'stored', 'stored']);
  });

  it('takes documents of this workspace only, all or none', async () => {
    const [owner, stranger] = [await app.registerOwner(), await app.registerOwner()];
    const mine = await upload(owner);
    for (const foreign of [await upload(stranger), await upload(owner, 'avatar'), randomUUID()]) {
      expect(await submit(owner, form(mine, foreign))).toMatchObject({
        status: 404,
        body: { data: { error: 'resource.not-found' } },
      });
    }
    expect(await read(owner)).toMatchObject({ status: 'none' });
    expect(await stateOf(mine)).toBe('stored');
  });

  it.each([
    ['enterpriseName', ''],
    ['enterpriseName', 'x'.repeat(101)],
    ['registrationNumber', 'x'.repeat(51)],
    ['contactName', 'a\u0007b'],
    ['kind', 'person'],
    ['documentFileIds', []],
    ['documentFileIds', Array.from({ length: 6 }, () => randomUUID())],
  ])('refuses a %s of %j', async (field, value) => {
    const owner = await app.registerOwner({ characters: 0 });
    expect(await submit(owner, { ...form(randomUUID()), [field]: value })).toMatchObject({
      status: 400,
      body: { data: { error: 'request.invalid', fields: { [field]: expect.any(String) } } },
    });
  });
});

describe('the operator', () => {
  it('decides on the version that they have read, and on no newer one', async () => {
    const { owner, version } = await handedIn();
    await withdraw(owner);
    await submit(owner, { ...form(await upload(owner)), enterpriseName: 'Quite another' });
    expect(await decide(owner, version, 'pass')).toMatchObject({
      status: 409,
      body: { data: { error: 'resource.stale' } },
    });
    expect(await read(owner)).toMatchObject({ status: 'reviewing' });
  });

  it('decides once when two decide concurrently, and never over a withdrawal', async () => {
    const { owner, version } = await handedIn();
    const answers = await Promise.all([
      decide(owner, version, 'pass'),
      decide(owner, version, 'reject', 'No'),
      withdraw(owner),
    ]);
    const [passed, rejected] = answers;
    expect([passed, rejected].filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const { status } = await read(owner);
    if (answers[2].status === 200) expect(status).toBe('none');
    else expect(status).toBe('rejected');
  });

  it('includes the operator’s reason in a rejection', async () => {
    const { owner, version } = await handedIn();
    expect(await decide(owner, version, 'reject')).toMatchObject({
      status: 400,
      body: { data: { fields: { reason: expect.any(String) } } },
    });
  });

  it('finds nothing of a workspace that has submitted nothing', async () => {
    const owner = await app.registerOwner();
    for (const workspaceId of [owner.workspaceId, randomUUID()]) {
      const body = { workspaceId, version: 0, decision: 'pass' };
      expect(await app.send(identityApi.decideCertification, { body }, operator)).toMatchObject({
        status: 404,
      });
    }
  });

  it('lists submissions page by page, the longest waiting first', async () => {
    const [one, two, three] = [await handedIn(), await handedIn(), await handedIn()];
    await decide(two.owner, two.version, 'pass');
    const list = async (query: object) =>
      app.call(identityApi.certificationPage, { query: { pageSize: '200', ...query } }, operator);
    const ids = (page: { list: { workspaceId: string }[] }) => page.list.map((item) => item.workspaceId);
    const reviewing = await list({ status: 'reviewing' });
    expect(
      ids(reviewing)
        .filter((id) => id !== undefined)
        .slice(-2),
    ).toEqual([one.owner.workspaceId, three.owner.workspaceId]);
    expect(reviewing.total).toBe(reviewing.list.length);
    expect(ids(await list({ status: 'passed' }))).toContain(two.owner.workspaceId);
    const all = await list({});
    expect(all.list.every(({ status, form: shown }) => status !== 'none' && shown !== null)).toBe(true);
    expect(all.list.at(-1)).toMatchObject({ email: three.owner.email, form: { contactName: 'Ana' } });
    const last = await list({ pageSize: '1', pageNo: String(all.total) });
    expect(ids(last)).toEqual([three.owner.workspaceId]);
  });
});
