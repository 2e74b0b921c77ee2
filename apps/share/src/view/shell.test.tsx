import { expect, it, vi } from 'vitest';
import type { ShareLanguage } from '../lib/texts.ts';
import type { VisitState } from '../lib/visit.ts';
import { createShell } from './shell.ts';

const unanswered = { at: 'password', wrong: false, lost: false, lockedSeconds: 0, busy: false } as const;

/** Shows the password form of a link. */
function show(language: ShareLanguage) {
  const root = document.createElement('div');
  const enter = vi.fn(async (_: string) => undefined);
  const actions = { enter, switchLanguage: () => undefined, switchTheme: () => undefined };
  const shell = createShell<null>(root, actions, {
    titleOf: () => '',
    reset: () => undefined,
    draw: () => [],
  });
  const state: VisitState<null> = unanswered;
  shell.show(state, language);
  const [form, input] = [root.querySelector('form'), root.querySelector('input')];
  if (form === null || input === null) throw new Error('the form is missing');
  return {
    form,
    input,
    enter,
    submit: () => form.dispatchEvent(new Event('submit', { cancelable: true })),
    problem: () => root.querySelector('[role=alert]')?.textContent,
  };
}

it.each([
  ['en-US', 'Enter the password to continue'],
  ['zh-CN', '请填写访问密码'],
] as const)('reports a missing password in the page’s language: %s', (language, sentence) => {
  const page = show(language);
  page.submit();
  expect(page.form.noValidate).toBe(true);
  expect([page.problem(), page.input.getAttribute('aria-invalid')]).toEqual([sentence, 'true']);
  expect(page.enter).not.toHaveBeenCalled();
});

it('forgets the missing password once something is entered', () => {
  const { input, enter, submit, problem } = show('en-US');
  submit();
  input.value = 'k';
  input.dispatchEvent(new Event('input'));
  expect([problem(), input.getAttribute('aria-invalid')]).toEqual(['', 'false']);
  submit();
  expect(enter).toHaveBeenCalledWith('k');
});

it.each<{ state: VisitState<null>; title: string }>([
  { state: { at: 'loading' }, title: 'Loading…' },
  { state: unanswered, title: 'Enter the password' },
  { state: { at: 'gone', why: 'expired' }, title: 'This link has expired' },
  { state: { at: 'unreachable' }, title: 'The server can’t be reached, trying again…' },
])('names the window by what the page says: $title', ({ state, title }) => {
  const actions = {
    enter: async () => undefined,
    switchLanguage: () => undefined,
    switchTheme: () => undefined,
  };
  const content = { titleOf: () => '', reset: () => undefined, draw: () => [] };
  createShell<null>(document.createElement('div'), actions, content).show(state, 'en-US');
  expect(document.title).toBe(title);
});
