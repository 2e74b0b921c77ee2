/** Draws a state of the visit as a whole page. */
import type { SharedView } from '@parley/contract/work-order-shares';
import { filled, type ShareLanguage, textsOf } from '../lib/texts.ts';
import type { PageVisit, VisitState } from '../lib/visit.ts';
import { button, element } from './dom.ts';
import { formatsOf } from './formats.ts';
import { orderSection, type Wording } from './order.ts';
import { signedDays } from './signed-days.ts';

export type PageActions = Pick<PageVisit, 'enter' | 'snapshots'> & {
  switchLanguage(): void;
  switchTheme(): void;
};

export function createPage(root: HTMLElement, actions: PageActions) {
  /** Kept from one drawing to the next, so that what a visitor verified or typed stays. */
  let signed: HTMLElement[] = [];
  let form: ReturnType<typeof passwordForm> | null = null;
  let drawn: { language: ShareLanguage; at: VisitState['at'] } | null = null;

  function signedOf({ orders }: SharedView, texts: Wording['texts']): readonly HTMLElement[] {
    while (signed.length < orders.length) {
      const order = signed.length;
      signed.push(signedDays(texts, () => actions.snapshots(order)));
    }
    return signed;
  }

  function main(state: VisitState, language: ShareLanguage): Node[] {
    const texts = textsOf(language);
    const words: Wording = { texts, formats: formatsOf(language) };
    switch (state.at) {
      case 'loading':
        return [element('p', 'message', [texts.loading], { role: 'status' })];
      case 'unreachable':
        return [element('p', 'message', [texts.unreachable], { role: 'status' })];
      case 'gone':
        return [element('h1', 'message', [texts[state.why]]), element('p', 'message note', [texts.goneHint])];
      case 'password':
        form ??= passwordForm(words, actions.enter);
        form.show(state);
        return [form.root];
      case 'open':
        return openPage(state, words, root, signedOf(state.view, texts));
    }
  }

  return {
    show(state: VisitState, language: ShareLanguage): void {
      const texts = textsOf(language);
      if (drawn?.language !== language) [signed, form] = [[], null];
      if (state.at !== 'password') form = null;
      document.documentElement.lang = language;
      document.title = state.at === 'open' ? state.view.title : '…';
      const isTyping = drawn?.at === 'password' && state.at === 'password' && drawn.language === language;
      const giveBackFocus = drawn?.at === state.at ? keepFocus(root) : null;
      drawn = { language, at: state.at };
      const content = main(state, language);
      // The field keeps its focus as long as it is not taken out of the page.
      if (isTyping) return;
      const bar = element('header', '', [
        button(texts.language, actions.switchLanguage, { lang: language === 'zh-CN' ? 'en' : 'zh' }),
        button('◐', actions.switchTheme, { 'aria-label': texts.theme, title: texts.theme }),
      ]);
      root.replaceChildren(bar, element('main', '', content));
      giveBackFocus?.();
    },
  };
}

/** Returns what gives the focus back to the same place after a drawing, which comes every few seconds. */
function keepFocus(root: HTMLElement): () => void {
  const places = () => [...root.querySelectorAll<HTMLElement>('a, button, input, summary')];
  const place = places().findIndex((it) => it.matches(':focus'));
  return () => places()[place]?.focus({ preventScroll: true });
}

type OpenState = Extract<VisitState, { at: 'open' }>;

/** The figures. What a visitor has unfolded in `root` stays so; `signed`: each order's signed days. */
function openPage(
  { view, readAt, stale }: OpenState,
  words: Wording,
  root: HTMLElement,
  signed: readonly HTMLElement[],
): Node[] {
  const { texts, formats } = words;
  const time = formats.time(readAt);
  const until =
    view.expiresAt === null ? [] : [filled(texts.until, { time: formats.moment(view.expiresAt) })];
  const notes = [stale ? '' : texts.live, filled(texts.updated, { time }), ...until].filter(
    (it) => it !== '',
  );
  const opened = new Set(
    [...root.querySelectorAll('details')].flatMap((one, index) => (one.open ? [index] : [])),
  );
  const sections = view.orders.map((order, index) =>
    orderSection(order, words, order.snapshots > 0 ? (signed[index] ?? null) : null),
  );
  sections
    .flatMap((section) => [...section.querySelectorAll('details')])
    .forEach((one, index) => {
      one.open = opened.has(index);
    });
  return [
    ...(stale ? [element('p', 'stale', [filled(texts.stale, { time })], { role: 'alert' })] : []),
    element('h1', '', [view.title]),
    element('p', stale ? 'note' : 'note live', [notes.join(' · ')]),
    element('p', 'note', [rulesLink(texts)]),
    ...sections,
    ...(view.fans === null ? [] : [fanList(view.fans, words)]),
  ];
}

/** Leads to the page of the console that says how fans are counted, which needs no login. */
const rulesLink = (texts: Wording['texts']) =>
  element('a', '', [texts.rules], {
    href: '/agreement/counting',
    target: '_blank',
    rel: 'noopener noreferrer',
  });

function passwordForm({ texts }: Wording, enter: (password: string) => Promise<void>) {
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
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    void enter(input.value);
  });
  return {
    root,
    show({ wrong, lockedSeconds, busy }: Extract<VisitState, { at: 'password' }>): void {
      submit.disabled = busy;
      const locked =
        lockedSeconds > 0 ? filled(texts.locked, { minutes: Math.ceil(lockedSeconds / 60) }) : '';
      problem.textContent = wrong ? texts.wrong : locked;
      input.setAttribute('aria-invalid', String(wrong));
      if (wrong) input.select();
    },
  };
}

function fanList(fans: NonNullable<SharedView['fans']>, { texts, formats }: Wording): HTMLElement {
  const rows = fans.map(({ name, type, account, at }) =>
    element('li', '', [
      element('bdi', 'name', [name || texts.unnamed]),
      element('span', `tag ${type}`, [texts[type]]),
      element('span', 'note', [`${account} · ${formats.time(at)}`]),
    ]),
  );
  return element('section', 'order', [
    element('h2', '', [texts.fans]),
    rows.length === 0 ? element('p', 'empty', [texts.noFans]) : element('ul', 'fans', rows),
  ]);
}
