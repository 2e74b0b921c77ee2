/** The owner's own settings: profile, password, e-mail address and certification. */
import { errorMessage } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  button,
  enter,
  inFreshBrowser,
  requests,
  requestsTo,
  texts,
} from '../../../app/testing/fresh-browser.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import certificationTexts from '../../../features/certification/locales/en-US.json' with { type: 'json' };
import profileTexts from '../../../features/profile/locales/en-US.json' with { type: 'json' };
import { accountRoutes, freshAccount, settledAccount } from '../../../features/profile/testing/account.ts';
import uiTexts from '../../../ui/locales/en-US.json' with { type: 'json' };
import { UserSetting } from './UserSetting.tsx';

const open = (at: string, world = freshAccount()) => ({
  ...renderPage(<UserSetting />, { at, answers: accountRoutes(world) }),
  world,
});

inFreshBrowser();

describe('settings', () => {
  const saveButton = () => button(profileTexts.profile.save);

  it('saves the profile, and confirms it', async () => {
    const { user, world } = open('/user/setting');
    enter(await screen.findByLabelText('Nickname', {}, found), 'Far Sail');
    enter(screen.getByLabelText('Phone number'), '+49 30 5555');
    await user.click(saveButton());
    expect(await screen.findByText(profileTexts.profile.saved, {}, found)).toBeTruthy();
    expect(world.profile).toMatchObject({ nickname: 'Far Sail', phone: '+49 30 5555', version: 2 });
    expect(button(profileTexts.profile.discard)).toHaveProperty('disabled', true);
  });

  it('shows messages for invalid values', async () => {
    const { user, server } = open('/user/setting');
    fireEvent.change(await screen.findByLabelText('Introduction', {}, found), {
      target: { value: '长'.repeat(201) },
    });
    expect(screen.getByText('201 / 200')).toBeTruthy();
    enter(screen.getByLabelText('Phone number'), 'call me');
    await user.click(saveButton());
    expect(await screen.findByText('At most 200 characters', {}, found)).toBeTruthy();
    expect(screen.getByText(texts.validation.phone)).toBeTruthy();
    expect(screen.getByText(texts.validation.required)).toBeTruthy();
    expect(requestsTo(server, 'PUT')).toEqual([]);
  });

  it('shows a profile saved elsewhere while nothing has been entered', async () => {
    const { world, refresh } = open('/user/setting');
    const nickname = await screen.findByLabelText<HTMLInputElement>('Nickname', {}, found);
    world.profile = { ...world.profile, nickname: 'Theirs', version: 7 };
    await refresh();
    await waitFor(() => expect(nickname.value).toBe('Theirs'), found);
    enter(nickname, 'Mine');
    world.profile = { ...world.profile, nickname: 'Theirs again', version: 8 };
    await refresh();
    expect(nickname.value).toBe('Mine');
  });

  it('offers both versions after a concurrent change: theirs', async () => {
    const { user, world } = open('/user/setting');
    enter(await screen.findByLabelText('Nickname', {}, found), 'Mine');
    world.profile = { ...world.profile, nickname: 'Theirs', version: 7 };
    await user.click(saveButton());
    await screen.findByText(texts.stale.title, {}, found);
    await user.click(button(texts.stale.takeTheirs));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe('Theirs'));
    expect(screen.queryByText(texts.stale.title)).toBeNull();
  });

  it('offers both versions after a concurrent change: mine', async () => {
    const { user, world } = open('/user/setting');
    enter(await screen.findByLabelText('Nickname', {}, found), 'Mine');
    world.profile = { ...world.profile, nickname: 'Theirs', version: 7 };
    await user.click(saveButton());
    await user.click(await screen.findByRole('button', { name: texts.stale.keepMine }, found));
    expect(await screen.findByText(profileTexts.profile.saved, {}, found)).toBeTruthy();
    expect(world.profile).toMatchObject({ nickname: 'Mine', version: 8 });
  });

  it('asks for confirmation before it discards input', async () => {
    const { user } = open('/user/setting', settledAccount());
    const nickname = await screen.findByLabelText<HTMLInputElement>('Nickname', {}, found);
    enter(nickname, `${nickname.value}!`);
    await user.click(button(profileTexts.profile.discard));
    const question = (await screen.findByText(profileTexts.profile.discardTitle)).closest<HTMLElement>(
      '.ant-popover',
    );
    expect(nickname.value).toBe('Far Sail Trading!');
    if (question === null) throw new Error('the question stands alone');
    await user.click(within(question).getByRole('button', { name: profileTexts.profile.discard }));
    expect(nickname.value).toBe('Far Sail Trading');
  });

  it('uploads a selected image with progress, and saves it with the profile', async () => {
    const { user, world } = open('/user/setting', settledAccount());
    await screen.findByLabelText('Nickname', {}, found);
    const picker = document.querySelector<HTMLInputElement>('input[type=file]');
    if (picker === null) throw new Error('no picker');
    await user.upload(picker, new File(['x'], 'me.png', { type: 'image/png' }));
    const sent = await waitFor(() => requests.made[0] ?? Promise.reject(new Error('nothing sent')), found);
    sent.progress(1, 2);
    await waitFor(() => expect(screen.getByText('50%')).toBeTruthy());
    sent.answer(200);
    await screen.findByRole('button', { name: profileTexts.profile.removeAvatar }, found);
    await user.click(saveButton());
    await screen.findByText(profileTexts.profile.saved, {}, found);
    expect(world.profile.avatar).toMatch(/^\/api\/files\//);
    await waitFor(() => expect(button(profileTexts.profile.discard)).toHaveProperty('disabled', true), found);
    await user.click(button(profileTexts.profile.removeAvatar));
    await user.click(saveButton());
    await waitFor(() => expect(world.profile.avatar).toBeNull(), found);
  });

  it('shows why an image is refused, and cancels a running upload', async () => {
    const { user } = open('/user/setting', settledAccount());
    await screen.findByLabelText('Nickname', {}, found);
    const picker = () => document.querySelector('input[type=file]') ?? document.body;
    fireEvent.change(picker(), { target: { files: [new File(['x'], 'me.svg', { type: 'image/svg+xml' })] } });
    expect(await screen.findByText(uiTexts.upload.type, {}, found)).toBeTruthy();
    fireEvent.change(picker(), { target: { files: [new File(['x'], 'me.png', { type: 'image/png' })] } });
    const sent = await waitFor(() => requests.made[0] ?? Promise.reject(new Error('nothing sent')), found);
    await user.click(await screen.findByRole('button', { name: uiTexts.upload.cancel }, found));
    expect(sent.aborted).toBe(true);
    expect(await screen.findByRole('button', { name: /Choose image/ }, found)).toBeTruthy();
  });

  it('changes the password, and updates the remembered login', async () => {
    const { user, world } = open('/user/setting?tab=security');
    enter(await screen.findByLabelText('Current password', {}, found), 'Wrong12');
    enter(screen.getByLabelText('New password'), 'Changed12');
    enter(screen.getByLabelText('Confirm password'), 'Changed12');
    await user.click(button(texts.identity.changePassword));
    expect(await screen.findByText(errorMessage('identity.wrong-password', 'en-US'), {}, found)).toBeTruthy();
    enter(screen.getByLabelText('Current password'), 'Secret1');
    await user.click(button(texts.identity.changePassword));
    expect(await screen.findByText(texts.identity.passwordChanged, {}, found)).toBeTruthy();
    expect(world.password).toBe('Changed12');
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
  });

  it('changes the e-mail address with the code that was sent to it', async () => {
    const { user, server, world } = open('/user/setting?tab=security');
    enter(await screen.findByLabelText('Current e-mail address', {}, found), 'owner@example.com');
    enter(screen.getByLabelText('New e-mail address'), 'next@example.com');
    await user.click(button(texts.identity.sendCode));
    await screen.findByRole('button', { name: /Resend in/ }, found);
    // In the body, as URLs are logged by proxies on the way.
    expect(requestsTo(server, 'POST /api/user/getUserVerificationCode')[0]).not.toContain('next');
    enter(screen.getByLabelText('Verification code'), '123456');
    enter(screen.getByLabelText('Your password'), 'Wrong12');
    await user.click(button(texts.identity.changeEmail));
    expect(await screen.findByText(errorMessage('identity.wrong-password', 'en-US'), {}, found)).toBeTruthy();
    enter(screen.getByLabelText('Your password'), 'Secret1');
    await user.click(button(texts.identity.changeEmail));
    expect(await screen.findByText(texts.identity.emailChanged, {}, found)).toBeTruthy();
    expect(world.profile.email).toBe('next@example.com');
  });

  it('submits a certification with its documents, and withdraws it after a confirmation', async () => {
    const { user, world } = open('/user/setting?tab=certification');
    enter(await screen.findByLabelText('Company name', {}, found), 'Far Sail Ltd');
    enter(screen.getByLabelText('Registration number'), 'HRB 1234');
    enter(screen.getByLabelText('Contact person'), 'Ana');
    await user.click(button(certificationTexts.certification.submit));
    expect(await screen.findByText(texts.validation.required, {}, found)).toBeTruthy();
    const picker = document.querySelector<HTMLInputElement>('input[type=file]');
    if (picker === null) throw new Error('no picker');
    await user.upload(picker, new File(['x'], 'licence.pdf', { type: 'application/pdf' }));
    const sent = await waitFor(() => requests.made[0] ?? Promise.reject(new Error('nothing sent')), found);
    sent.answer(200);
    await screen.findByText('licence.pdf', {}, found);
    await user.click(button(certificationTexts.certification.submit));
    await screen.findByText(certificationTexts.certification.status.reviewing, {}, found);
    expect(world.certification.form).toMatchObject({ enterpriseName: 'Far Sail Ltd' });
    await user.click(button(certificationTexts.certification.withdraw));
    await screen.findByText(certificationTexts.certification.withdrawHint, {}, found);
    const all = screen.getAllByRole('button', { name: certificationTexts.certification.withdraw });
    const confirm = all.find((one) => one.closest('.ant-popover') !== null);
    if (confirm === undefined) throw new Error('no question');
    await user.click(confirm);
    await screen.findByLabelText('Company name', {}, found);
    expect(world.certification.status).toBe('none');
  });

  it('shows why a certification was rejected, and keeps what was submitted', async () => {
    const world = settledAccount();
    world.certification = {
      ...world.certification,
      status: 'rejected',
      reason: 'The licence is unreadable',
    };
    open('/user/setting?tab=certification', world);
    expect(await screen.findByText('The licence is unreadable', {}, found)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Company name').value).toBe('上海远航贸易有限公司');
    expect(screen.getByText('Document 2')).toBeTruthy();
  });
});
