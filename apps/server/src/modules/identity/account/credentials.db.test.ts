import type * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type TestClock, testClock } from '../../../testing/test-clock.ts';
import type { TestOwner } from '../../../testing/test-people.ts';
import { connectSocket } from '../../../testing/test-socket.ts';

const minute = 60_000;
const next = 'Another34';

let clock: TestClock;
let app: TestApp;
const sockets: Socket[] = [];
beforeAll(async () => {
  clock = testClock();
  app = await startTestApp({ clock });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

const wrongCode = { status: 400, body: { code: 400, data: { error: 'identity.wrong-code' } } };
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const logIn = (username: string, password: string) =>
  app.send(identityApi.logIn, { body: { username, password } });
const info = async (token: string) => (await app.send(identityApi.getLoginUserInfo, {}, token)).status;
const deskSelf = async (token: string) => (await app.send(subAccountsApi.deskSelf, {}, token)).status;
const refreshed = async (refreshToken: string) =>
  (await app.send(identityApi.refreshToken, { query: { refreshToken } })).status;

async function codeFor(email: string, purpose: identityApi.CodePurpose): Promise<string> {
  clock.advance(minute);
  await app.call(identityApi.getVerificationCode, { query: { email, purpose } });
  return app.mailedCode(email);
}

async function mailsTo(email: string) {
  const { list } = await app.call(
    operatorApi.mailPage,
    { query: { search: email } },
    await app.operatorToken(),
  );
  return list;
}

/** Opens two consoles and a desk with the owner's password, and a sub-account's desk with its own. */
async function everywhere(owner: TestOwner) {
  const body = { username: owner.email, password: owner.password };
  const console2 = await app.call(identityApi.logIn, { body });
  const desk = await app.logInDesk(owner.email, owner.password);
  const agent = await app.createSubAccount(owner);
  return { console2, desk, agent };
}

const reset = (email: string, code: string, password = next) =>
  app.send(identityApi.forgotPassword, { body: { email, code, password, confirm: password } });

describe('a forgotten password', () => {
  it('a forgotten password is replaced with a mailed code, and every session on the old one ends', async () => {
    const owner = await app.registerOwner();
    const { console2, desk, agent } = await everywhere(owner);
    const { socket, heard } = await connectSocket(app.url, owner.token);
    sockets.push(socket);
    expect(
      await reset(` ${owner.email.toUpperCase()}`, await codeFor(owner.email, 'forgot-password')),
    ).toEqual(expect.objectContaining({ status: 200, body: { code: 200, msg: 'success', data: null } }));
    for (const token of [owner.token, console2.accessToken]) expect(await info(token)).toBe(401);
    for (const tokens of [owner, console2, desk]) expect(await refreshed(tokens.refreshToken)).toBe(401);
    expect(await deskSelf(desk.accessToken)).toBe(401);
    await vi.waitFor(() =>
      expect(heard).toEqual([['ended', expect.objectContaining({ reason: 'password-changed' })]]),
    );
    expect(await deskSelf(agent.token)).toBe(200);
    expect((await logIn(owner.email, owner.password)).status).toBe(401);
    expect((await logIn(owner.email, next)).status).toBe(200);
  });

  it('notifies the owner by mail, in the language of the request', async () => {
    const [english, chinese] = [await app.registerOwner(), await app.registerOwner()];
    await reset(english.email, await codeFor(english.email, 'forgot-password'));
    const code = await codeFor(chinese.email, 'forgot-password');
    const body = { email: chinese.email, code, password: next, confirm: next };
    await app.send(identityApi.forgotPassword, { body }, undefined, { systemLanguageCode: 'zh-CN' });
    expect((await mailsTo(english.email))[0]).toMatchObject({ subject: 'Your Parley password was changed' });
    const [notice] = await mailsTo(chinese.email);
    expect(notice?.subject).toBe('您的 Parley 密码已修改');
    expect(notice?.text).toContain('忘记密码');
  });

  it('answers an unknown address like a wrong code, even for a right code', async () => {
    const owner = await app.registerOwner();
    const nobody = 'never-registered@example.com';
    const [known, unknown] = [
      await codeFor(owner.email, 'forgot-password'),
      await codeFor(nobody, 'forgot-password'),
    ];
    const answers = [
      await reset(owner.email, other(known)),
      await reset(nobody, other(unknown)),
      await reset(nobody, unknown),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(wrongCode);
      expect({ ...answer.body, data: null }).toEqual({ ...answers[0]?.body, data: null });
    }
    expect((await mailsTo(nobody)).map(({ subject }) => subject)).toEqual([
      'Your Parley password reset code',
    ]);
    expect((await reset(owner.email, known)).status).toBe(200);
  });

  it('accepts a code once, even when used twice concurrently, and no code of another purpose', async () => {
    const owner = await app.registerOwner();
    expect(await reset(owner.email, await codeFor(owner.email, 'register'))).toMatchObject(wrongCode);
    const code = await codeFor(owner.email, 'forgot-password');
    const answers = await Promise.all([reset(owner.email, code), reset(owner.email, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await reset(owner.email, code)).toMatchObject(wrongCode);
  });

  it.each([
    ['Weak123', 'Weak123', 'password'],
    ['nodigitsAtAll', 'nodigitsAtAll', 'password'],
    ['has Space1', 'has Space1', 'password'],
    ['Another34', 'Another35', 'confirm'],
  ])('refuses "%s" confirmed by "%s"', async (password, confirm, field) => {
    const body = { email: 'somebody@example.com', code: '123456', password, confirm };
    const answer = await app.send(identityApi.forgotPassword, { body });
    expect(answer).toMatchObject({ status: 400, body: { data: { error: 'request.invalid' } } });
    expect(Object.keys((answer.body.data as contract.FailureData).fields ?? {})).toEqual([field]); // just seen
  });

  it('ends a session that a login with the old password opened meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await app.registerOwner();
      const code = await codeFor(owner.email, 'forgot-password');
      const [, ...logIns] = await Promise.all([
        reset(owner.email, code),
        ...Array.from({ length: 4 }, () => logIn(owner.email, owner.password)),
      ]);
      for (const { body } of logIns) {
        const { accessToken } = Object(body.data);
        if (accessToken !== undefined) expect(await info(accessToken)).toBe(401);
      }
    }
  });
});

describe('changing the password', () => {
  const change = (token: string, oldPassword: string, password = next) =>
    app.send(identityApi.updatePassword, { body: { oldPassword, password, confirm: password } }, token);

  it('requires the current password, and ends every other session opened with it', async () => {
    const owner = await app.registerOwner();
    const { console2, desk, agent } = await everywhere(owner);
    expect(await change(owner.token, 'Secret13')).toMatchObject({
      status: 400,
      body: { code: 400, data: { error: 'identity.wrong-password' } },
    });
    expect(await info(console2.accessToken)).toBe(200);
    expect((await change(owner.token, owner.password)).body).toEqual({
      code: 200,
      msg: 'success',
      data: null,
    });
    expect(await info(owner.token)).toBe(200);
    expect(await refreshed(owner.refreshToken)).toBe(200);
    expect(await info(console2.accessToken)).toBe(401);
    expect(await deskSelf(desk.accessToken)).toBe(401);
    expect(await deskSelf(agent.token)).toBe(200);
    expect((await logIn(owner.email, owner.password)).status).toBe(401);
    expect((await logIn(owner.email, next)).status).toBe(200);
    expect((await mailsTo(owner.email))[0]).toMatchObject({ subject: 'Your Parley password was changed' });
  });

  it('refuses a common password, and one of seven characters', async () => {
    const owner = await app.registerOwner();
    expect(await change(owner.token, owner.password, 'Password1')).toMatchObject({
      status: 400,
      body: { code: 400, data: { error: 'identity.common-password' } },
    });
    expect(await change(owner.token, owner.password, 'Lamp-42')).toMatchObject({
      status: 400,
      body: { data: { fields: { password: expect.stringContaining('8 characters') } } },
    });
    expect((await logIn(owner.email, owner.password)).status).toBe(200);
  });

  it('succeeds for only one of two concurrent changes', async () => {
    const owner = await app.registerOwner();
    const [one, two] = await Promise.all([
      change(owner.token, owner.password, 'Secret56'),
      change(owner.token, owner.password, 'Secret78'),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 400]);
    const password = one.status === 200 ? 'Secret56' : 'Secret78';
    expect((await logIn(owner.email, password)).status).toBe(200);
  });
});

describe('changing the e-mail address', () => {
  const move = (token: string, oldEmail: string, newEmail: string, code: string, password = 'Lantern42') =>
    app.send(identityApi.updateUserBindEmail, { body: { oldEmail, newEmail, code, password } }, token);

  it('requires the password, and ends every session except the one that made the change', async () => {
    const owner = await app.registerOwner();
    const { console2, desk, agent } = await everywhere(owner);
    const newEmail = `asked-${owner.email}`;
    const code = await codeFor(newEmail, 'bind-email');
    expect(await move(owner.token, owner.email, newEmail, code, 'Lantern43')).toMatchObject({
      status: 400,
      body: { data: { error: 'identity.wrong-password' } },
    });
    expect(await info(console2.accessToken)).toBe(200);
    expect((await move(owner.token, owner.email, newEmail, code)).status).toBe(200);
    expect(await info(owner.token)).toBe(200);
    expect(await info(console2.accessToken)).toBe(401);
    expect(await deskSelf(desk.accessToken)).toBe(401);
    expect(await deskSelf(agent.token)).toBe(200);
  });

  it('moves the login to the new address, and sends it masked to the old one', async () => {
    const owner = await app.registerOwner();
    const newEmail = `moved-${owner.email}`;
    const code = await codeFor(newEmail, 'bind-email');
    expect((await move(owner.token, owner.email, newEmail, code)).status).toBe(200);
    expect((await logIn(owner.email, owner.password)).status).toBe(401);
    expect((await logIn(newEmail, owner.password)).status).toBe(200);
    expect(await app.call(identityApi.getLoginUserInfo, {}, owner.token)).toMatchObject({
      emailAddress: newEmail,
    });
    const [notice] = await mailsTo(owner.email);
    expect(notice).toMatchObject({ subject: 'Your Parley e-mail address was changed' });
    expect(notice?.text).toContain('mo…@example.com');
    expect(notice?.text).not.toContain(newEmail);
  });

  it('refuses another user’s old address, a code sent elsewhere, and a wrong code', async () => {
    const owner = await app.registerOwner();
    const newEmail = `new-${owner.email}`;
    const code = await codeFor(newEmail, 'bind-email');
    expect(await move(owner.token, newEmail, newEmail, code)).toMatchObject({
      status: 400,
      body: { data: { error: 'identity.wrong-email' } },
    });
    const elsewhere = await codeFor(owner.email, 'bind-email');
    if (elsewhere !== code)
      expect(await move(owner.token, owner.email, newEmail, elsewhere)).toMatchObject(wrongCode);
    expect(await move(owner.token, owner.email, newEmail, other(code))).toMatchObject(wrongCode);
    expect((await move(owner.token, owner.email, newEmail, code)).status).toBe(200);
  });

  it('answers an address in use like a wrong code, and changes nothing', async () => {
    const [owner, taken] = [await app.registerOwner(), await app.registerOwner()];
    const code = await codeFor(taken.email, 'bind-email');
    expect(await move(owner.token, owner.email, taken.email, code)).toMatchObject(wrongCode);
    expect((await logIn(owner.email, owner.password)).status).toBe(200);
    expect((await logIn(taken.email, taken.password)).status).toBe(200);
    expect((await mailsTo(owner.email)).some(({ subject }) => /changed/.test(subject))).toBe(false);
  });

  it('gives an e-mail address to only one of two concurrent requests', async () => {
    const [one, two] = [await app.registerOwner(), await app.registerOwner()];
    const wanted = `wanted-${one.email}`;
    const code = await codeFor(wanted, 'bind-email');
    const answers = await Promise.all(
      [one, two].map((owner) => move(owner.token, owner.email, wanted, code)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('leaves no way to log in with the old address', async () => {
    const owner = await app.registerOwner();
    const resetCode = await codeFor(owner.email, 'forgot-password');
    const newEmail = `away-${owner.email}`;
    await move(owner.token, owner.email, newEmail, await codeFor(newEmail, 'bind-email'));
    expect(await reset(owner.email, resetCode)).toMatchObject(wrongCode);
    expect((await logIn(newEmail, owner.password)).status).toBe(200);
  });
});

describe('checking a code', () => {
  const verify = async (email: string, code: string, purpose: identityApi.CodePurpose = 'forgot-password') =>
    (await app.call(identityApi.verifyEmail, { query: { email, purpose, code } })).valid;

  it('reports whether a code is right without using it up, and counts an attempt', async () => {
    const owner = await app.registerOwner();
    const code = await codeFor(owner.email, 'forgot-password');
    expect(await verify(owner.email, other(code))).toBe(false);
    expect(await verify(owner.email, code, 'register')).toBe(false);
    expect(await verify(owner.email, code)).toBe(true);
    for (let n = 0; n < 3; n += 1) expect(await verify(owner.email, other(code))).toBe(false);
    expect(await verify(owner.email, code)).toBe(false);
    expect(await reset(owner.email, code)).toMatchObject(wrongCode);
  });

  it('leaves the code usable for its purpose', async () => {
    const owner = await app.registerOwner();
    const code = await codeFor(owner.email, 'forgot-password');
    expect(await verify(owner.email, code)).toBe(true);
    expect((await reset(owner.email, code)).status).toBe(200);
    expect(await verify(owner.email, code)).toBe(false);
  });

  it('answers an unknown address like a wrong code', async () => {
    const code = await codeFor('unheard-of@example.com', 'forgot-password');
    expect(await verify('unheard-of@example.com', other(code))).toBe(false);
    expect(await verify('unheard-of@example.com', code)).toBe(true);
    expect(await verify('never-asked@example.com', '123456')).toBe(false);
  });
});
