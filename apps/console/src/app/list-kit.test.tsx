/** The list kit with a sample list: the behavior common to all list pages. */
import { UiProvider } from '@parley/ui';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLayoutStore } from '../lib/layout.ts';
import { LayoutContext } from '../lib/layout-context.tsx';
import { PersonContext } from '../lib/person.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../lib/use-url-filters.ts';
import type { ListDescription, RowAction } from '../ui/list/description.ts';
import { selectFilter } from '../ui/list/FilterSelect.tsx';
import { List } from '../ui/list/List.tsx';
import texts from '../ui/list/locales/en-US.json' with { type: 'json' };
import { useListAddress } from '../ui/list/use-list-address.ts';
import { useSearch } from '../ui/list/use-search.ts';
import { useSelection } from '../ui/list/use-selection.ts';
import { found, openedDialog, withoutStyles } from './testing/page-harness.tsx';
import { englishLocale } from './testing/texts.ts';

const { list: t } = texts;
type Fruit = { id: string; name: string; colour: string };
const fruits: Fruit[] = Array.from({ length: 230 }, (_, at) => ({
  id: String(at),
  name: `Fruit ${at}`,
  colour: at % 2 === 0 ? 'red' : 'green',
}));

const read = (query: URLSearchParams, pageSize: number) => ({
  pageNo: pageNoOf(query),
  pageSize: pageSizeOf(query, pageSize),
  search: searchOf(query),
  colour: query.get('colour') ?? undefined,
  sort: query.get('sort') ?? undefined,
});

type Given = {
  act?: (rows: readonly Fruit[]) => void;
  rowActions?: (row: Fruit) => RowAction[];
  error?: unknown;
};

function Fruits({ act = () => undefined, rowActions, error }: Given) {
  const address = useListAddress('fruits', read);
  const { filters, setFilters } = address;
  const selection = useSelection<Fruit>(filters);
  const [asked, setAsked] = useState(0);
  const matching = fruits.filter(
    ({ name, colour }) => name.includes(filters.search ?? '') && (filters.colour ?? colour) === colour,
  );
  const from = (filters.pageNo - 1) * filters.pageSize;
  const data = { list: matching.slice(from, from + filters.pageSize), total: matching.length };
  const list: ListDescription<Fruit> = {
    title: 'Fruits',
    address,
    rows: {
      kind: 'pages',
      query: {
        data: error !== undefined && asked === 0 ? undefined : data,
        error,
        isPlaceholderData: false,
        refetch: () => setAsked(asked + 1),
      },
    },
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: [
      { key: 'name', title: 'Name', sort: 'name', render: ({ name }) => name },
      { key: 'colour', title: 'Colour', render: ({ colour }) => colour },
      { key: 'id', title: 'Number', minor: true, render: ({ id }) => id },
    ],
    search: useSearch('Search fruits', address),
    filters: [
      selectFilter({
        name: 'colour',
        label: 'Colour',
        value: filters.colour,
        options: [
          { value: 'red', label: 'Red' },
          { value: 'green', label: 'Green' },
          { value: 'blue', label: 'Blue' },
        ],
        onFilter: setFilters,
      }),
    ],
    standardSort: 'createdAt.desc',
    batch: {
      label: 'Selected fruits',
      selection,
      actions: [{ key: 'eat', label: 'Eat', onAct: act }],
      obstacle: ({ id }) => (id === '3' ? 'It is bad' : undefined),
    },
    ...(rowActions === undefined ? {} : { rowActions }),
    none: { title: 'No fruits', hint: 'Plant a tree.' },
  };
  return <List list={list} />;
}

function Address() {
  const { search } = useLocation();
  return <output data-testid="address">{search}</output>;
}

function open(at = '/', given: Given = {}) {
  return render(
    <MemoryRouter initialEntries={[at]}>
      <ConfigProvider theme={withoutStyles}>
        <UiProvider i18n={englishLocale()} storage={localStorage}>
          <LayoutContext value={createLayoutStore(localStorage)}>
            <PersonContext value="ana">
              <Fruits {...given} />
            </PersonContext>
          </LayoutContext>
        </UiProvider>
      </ConfigProvider>
      <Address />
    </MemoryRouter>,
  );
}

const onPhone = () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const media = matchMedia.call(window, query);
    Object.defineProperty(media, 'matches', { value: query.includes('max-width: 767px') });
    return media;
  });
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const address = () => decodeURIComponent(screen.getByTestId('address').textContent ?? '');
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const turnTo = (page: string) => fireEvent.click(screen.getByTitle(page));
const bar = () => screen.queryByRole('group', { name: 'Selected fruits' });

describe('the selection', () => {
  it('spans pages, is passed to the batch action, and shows its bar only while rows are selected', () => {
    const act = vi.fn();
    open('/', { act });
    expect(bar()).toBeNull();
    fireEvent.click(box('Select Fruit 1'));
    turnTo('2');
    fireEvent.click(box('Select Fruit 25'));
    expect(within(bar() ?? document.body).getByText('2 selected')).toBeTruthy();
    press('Eat');
    expect(act.mock.calls[0]?.[0].map(({ name }: Fruit) => name)).toEqual(['Fruit 1', 'Fruit 25']);
    press(t.clearSelection);
    expect(bar()).toBeNull();
    expect(document.activeElement?.className).toContain('focus-place');
  });

  it('survives a change of order and is cleared by a change of filters', () => {
    open();
    fireEvent.click(box('Select Fruit 1'));
    fireEvent.click(screen.getByRole('columnheader', { name: 'Name' }));
    expect(address()).toBe('?sort=name.asc');
    expect(bar()).toBeTruthy();
    press(/Filters/);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Colour' }));
    fireEvent.click(screen.getByTitle('Red'));
    expect(bar()).toBeNull();
  });

  it('includes all selectable rows of a page, up to 200 in total', async () => {
    open('/?pageSize=100');
    fireEvent.click(screen.getAllByRole('checkbox', { name: t.selectPage })[0] ?? document.body);
    expect(box('Select Fruit 3').disabled).toBe(true);
    expect(screen.getAllByText('99 selected').length).toBeGreaterThan(0);
    for (const page of ['2', '3']) {
      turnTo(page);
      fireEvent.click(screen.getAllByRole('checkbox', { name: t.selectPage })[0] ?? document.body);
    }
    expect(screen.getAllByText('200 selected').length).toBeGreaterThan(0);
    expect(await screen.findByText('You can select at most 200 rows at a time', {}, found)).toBeTruthy();
  });
});

describe('filters', () => {
  it('shows filters behind a button, and active ones as removable tags', () => {
    open('/?colour=red&pageNo=2');
    expect(screen.queryByRole('combobox', { name: 'Colour' })).toBeNull();
    press(/Filters/);
    expect(screen.getByRole('button', { name: /Filters/ }).getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('combobox', { name: 'Colour' })).toBeTruthy();
    press('Remove filter: Colour');
    expect(address()).toBe('');
    expect(screen.queryByRole('list', { name: t.activeFilters })).toBeNull();
  });

  it('clears the filters of a list without matches', () => {
    open('/?colour=blue&search=x&sort=name.asc');
    fireEvent.click(screen.getAllByRole('button', { name: t.clearFilters }).at(-1) ?? document.body);
    expect(address()).toBe('?sort=name.asc');
    expect(screen.getByText('Fruit 1')).toBeTruthy();
  });
});

it('sorts by a column header, and exposes the order to screen readers', () => {
  open();
  const head = () => screen.getByRole('columnheader', { name: 'Name' });
  fireEvent.click(head());
  expect(head().getAttribute('aria-sort')).toBe('ascending');
  fireEvent.keyDown(head(), { key: 'Enter', keyCode: 13 });
  expect(address()).toBe('?sort=name.desc');
  fireEvent.click(head());
  expect(address()).toBe('');
  expect(screen.getByRole('columnheader', { name: 'Colour' }).getAttribute('aria-sort')).toBeNull();
});

it('keeps columns and density over a reload', async () => {
  const { unmount } = open();
  press(t.columns);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Colour' }, found));
  fireEvent.click(screen.getByText(t.densities.small));
  unmount();
  open();
  expect(screen.queryByRole('columnheader', { name: 'Colour' })).toBeNull();
  expect(document.querySelector('.ant-table-small')).toBeTruthy();
});

it('saves, applies, renames and deletes a view', async () => {
  open('/?colour=red&sort=name.desc&other=1');
  press(t.views);
  fireEvent.change(await screen.findByRole('textbox', { name: t.newView }, found), {
    target: { value: 'Reds' },
  });
  press(t.saveView);
  const apply = await screen.findByRole('button', { name: 'Apply view Reds' }, found);
  press('Remove filter: Colour');
  expect(address()).toBe('?sort=name.desc&other=1');
  fireEvent.click(apply);
  await waitFor(() => expect(address()).toBe('?sort=name.desc&other=1&colour=red'));
  press(t.views);
  fireEvent.click(await screen.findByRole('button', { name: 'Rename view Reds' }, found));
  fireEvent.change(screen.getByRole('textbox', { name: 'Rename view Reds' }), { target: { value: 'Ripe' } });
  press(t.rename);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete view Ripe' }, found));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Apply view/ })).toBeNull());
  expect(localStorage.getItem('tables')).toBeNull();
});

describe('row actions', () => {
  it('asks for confirmation before an action that can’t be undone', async () => {
    const onAct = vi.fn(async () => undefined);
    const peel: RowAction = {
      key: 'peel',
      label: 'Peel',
      beside: 'Peel it',
      confirm: { title: 'Peel?' },
      onAct,
    };
    open('/?search=Fruit 12', { rowActions: ({ name }) => [{ ...peel, beside: `Peel ${name}` }] });
    press('Peel Fruit 12');
    const question = within(await openedDialog());
    expect(onAct).not.toHaveBeenCalled();
    fireEvent.click(question.getByRole('button', { name: 'Peel' }));
    await waitFor(() => expect(onAct).toHaveBeenCalledOnce());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
  });
});

describe('a phone', () => {
  it('shows selectable, sortable cards with actions instead of a table', () => {
    onPhone();
    open('/', { rowActions: ({ name }) => [{ key: 'peel', label: 'Peel', beside: `Peel ${name}` }] });
    expect(screen.queryByRole('table')).toBeNull();
    const [card] = screen.getAllByRole('listitem');
    expect(card?.textContent).toContain('Fruit 0');
    expect(card?.textContent).not.toContain('Number');
    expect(screen.getByRole('button', { name: 'Peel Fruit 0' })).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: t.selectPage }));
    expect(screen.getAllByText('19 selected').length).toBeGreaterThan(0);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: t.sort }));
    fireEvent.click(screen.getByTitle('Name: ascending'));
    expect(address()).toBe('?sort=name.asc');
  });

  it('opens the filters in a drawer', async () => {
    onPhone();
    open();
    press(/Filters/);
    const drawer = within(await openedDialog());
    expect(drawer.getByRole('combobox', { name: 'Colour' })).toBeTruthy();
  });
});

it('offers a retry when the list can’t be loaded', () => {
  open('/', { error: new TypeError('lost') });
  fireEvent.click(screen.getByRole('button', { name: /again/i }));
  expect(screen.getByText('Fruit 1')).toBeTruthy();
});

it('goes to the last page from one beyond it', async () => {
  open('/?pageNo=40');
  await waitFor(() => expect(address()).toBe('?pageNo=12'));
});
