/** Renders a state of the visit as a whole page, around the content of an open link. */
import { filled, type ShareLanguage, type ShellTexts, shellTexts } from '../lib/texts.ts';
import type { PageVisit, VisitState } from '../lib/visit.ts';
import { button, element } from './dom.ts';

export type ShellActions = Pick<PageVisit<unknown>, 'enter'> & {
  switchLanguage(): void;
  switchTheme(): void;
};

export type OpenState<View> = Extract<VisitState<View>, { at: 'open' }>;

/** The part of the page with an open link's content. */
export type Content<View> = {
  /** Returns the texts around an open link, if they differ from those of all pages. */
  textsOf?(language: ShareLanguage): ShellTexts;
  titleOf(view: View): string;
  /** Discards everything rendered in another language. */
  reset(): void;
  /** Returns a link back to the open share link when it no longer shows this content. */
  instead?(language: ShareLanguage): Node[];
  /** Returns null when the elements already in the page were updated in place. */
  draw(state: OpenState<View>, language: ShareLanguage): Node[] | null;
};

export function createShell<View>(root: HTMLElement, actions: ShellActions, content: Content<View>) {
  /** Kept between renderings, so that the visitor's input stays. */
  let form: ReturnType<typeof passwordForm> | null = null;
  let drawn: { language: ShareLanguage; at: VisitState<View>['at'] } | null = null;

  const textsOf = content.textsOf ?? shellTexts;

  /** Returns the content for the page; null when it is already there. */
  function main(state: VisitState<View>, language: ShareLanguage): Node[] | null {
    const texts = textsOf(language);
    switch (state.at) {
      case 'loading':
        return [element('p', 'message', [texts.loading], { role: 'status' })];
      case 'unreachable':
        return [element('p', 'message', [texts.unreachable], { role: 'status' })];
      case 'gone': {
        const sentence = element('h1', 'message', [texts[state.why]]);
        const hint = element('p', 'message note', [texts.goneHint]);
        const instead = state.why === 'chat-not-found' ? content.instead?.(language) : [];
        return [sentence, hint, ...(instead ?? [])];
      }
      case 'password': {
        const isTyping = drawn?.at === 'password' && form !== null;
        form ??= passwordForm(texts, actions.enter);
        form.show(state);
        // The field keeps its focus only while it stays in the page.
        return isTyping ? null : [form.root];
      }
      case 'open':
        return content.draw(state, language);
    }
  }

  return {
    show(state: VisitState<View>, language: ShareLanguage): void {
      const texts = textsOf(language);
      if (drawn?.language !== language || (drawn.at === 'open' && state.at !== 'open')) content.reset();
      if (drawn?.language !== language || state.at !== 'password') form = null;
      document.documentElement.lang = language;
      document.title =
        state.at === 'open' ? content.titleOf(state.view) : texts[state.at === 'gone' ? state.why : state.at];
      const giveBackFocus = drawn?.at === state.at ? keepFocus(root) : null;
      const shown = main(state, language);
      drawn = { language, at: state.at };
      if (shown === null) return;
      const bar = element('header', '', [
        button(texts.language, actions.switchLanguage, { lang: language === 'zh-CN' ? 'en' : 'zh' }),
        button('◐', actions.switchTheme, { 'aria-label': texts.theme, title: texts.theme }),
      ]);
      root.replaceChildren(bar, element('main', '', shown));
      giveBackFocus?.();
    },
  };
}

/** Returns a function that restores the focus after a rendering, which happens every few seconds. */
function keepFocus(root: HTMLElement): () => void {
  const places = () => [...root.querySelectorAll<HTMLElement>('a, button, input, summary')];
  const place = places().findIndex((it) => it.matches(':focus'));
  return () => places()[place]?.focus({ preventScroll: true });
}

function passwordForm(texts: ShellTexts, enter: (password: string) => Promise<void>) {
  const input = element('input', '', [], {
    type: 'password',
    id: 'password',
    autocomplete: 'off',
    maxlength: '50',
    required: '',
    'aria-describedby': 'problem',
  });
  const problem = element('p', 'bad', [], { id: 'problem', role: 'alert' });
  const submit = element('button', 'primary', [texts.enter], { type: 'submit' });
  const root = element('form', 'password', [
    element('label', '', [texts.password], { for: 'password' }),
    element('p', 'note', [texts.passwordHint]),
    input,
    problem,
    submit,
  ]);
  // The browser's message would be in the browser's language.
  root.noValidate = true;
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    if (input.value !== '') return void enter(input.value);
    problem.textContent = texts.noPassword;
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  });
  input.addEventListener('input', () => {
    if (problem.textContent !== texts.noPassword) return;
    problem.textContent = '';
    input.setAttribute('aria-invalid', 'false');
  });
  return {
    root,
    show({ wrong, lost, lockedSeconds, busy }: Extract<VisitState<never>, { at: 'password' }>): void {
      submit.disabled = busy;
      const locked =
        lockedSeconds > 0 ? filled(texts.locked, { minutes: Math.ceil(lockedSeconds / 60) }) : '';
      problem.textContent = wrong ? texts.wrong : lost ? texts.noAnswer : locked;
      input.setAttribute('aria-invalid', String(wrong));
      if (wrong) input.select();
    },
  };
}

/**
 * Links to the console's page on how fans are counted, which needs no login. In the file that all pages load, as another one
 * would be another request.
 */
export const rulesLink = (texts: ShellTexts): HTMLElement =>
  element('a', '', [texts.rules], {
    href: '/agreement/counting',
    target: '_blank',
    rel: 'noopener noreferrer',
  });
