/** Settings of a user's lists in this browser, by user and list. */
import { pageSizes } from '../../lib/use-url-filters.ts';

const storageKey = 'tables';

/** The maximum number of views, and of code points in their names. */
export const viewLimit = 20;
export const viewNameLimit = 40;
const personLimit = 10;
const listLimit = 50;
const columnLimit = 50;
const textLimit = 200;

export const densities = ['middle', 'small'] as const;
export type Density = (typeof densities)[number];

/** Filters, order and hidden columns under a name. */
export type SavedView = {
  name: string;
  /** The list's own URL parameters. */
  query: Readonly<Record<string, string>>;
  hidden: readonly string[];
};

export type TableSettings = {
  hidden: readonly string[];
  density: Density;
  pageSize: number;
  views: readonly SavedView[];
};

export const standardSettings: TableSettings = { hidden: [], density: 'middle', pageSize: 20, views: [] };

type Stored = Record<string, unknown>;

const recordOf = (value: unknown): Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= textLimit;
const textsOf = (value: unknown) => listOf(value).filter(isText).slice(0, columnLimit);

/** Returns the trimmed name of a view; undefined when it is empty or too long. */
export function viewName(typed: unknown): string | undefined {
  if (typeof typed !== 'string') return undefined;
  const name = typed.trim();
  return name === '' || [...name].length > viewNameLimit ? undefined : name;
}

function viewOf(value: unknown): SavedView | undefined {
  const { name: given, query, hidden } = recordOf(value);
  const name = viewName(given);
  if (name === undefined) return undefined;
  const kept = Object.entries(recordOf(query)).filter((entry): entry is [string, string] => isText(entry[1]));
  return { name, query: Object.fromEntries(kept.slice(0, columnLimit)), hidden: textsOf(hidden) };
}

/** Parses stored settings; anything that no version of this file has written falls back to the default. */
function settingsOf(value: unknown): TableSettings {
  const { hidden, density, pageSize, views } = recordOf(value);
  const byName = new Map<string, SavedView>();
  for (const view of listOf(views).map(viewOf)) {
    if (view !== undefined && byName.size < viewLimit) byName.set(view.name, view);
  }
  return {
    hidden: textsOf(hidden),
    density: densities.find((one) => one === density) ?? standardSettings.density,
    pageSize: pageSizes.find((one) => one === pageSize) ?? standardSettings.pageSize,
    views: [...byName.values()],
  };
}

function readAll(): Stored {
  try {
    return recordOf(JSON.parse(localStorage.getItem(storageKey) ?? '{}'));
  } catch {
    return {};
  }
}

export function readSettings(person: string, list: string): TableSettings {
  return settingsOf(recordOf(readAll()[person])[list]);
}

/** Returns the entries without this name, dropping the oldest where adding it would exceed `limit`. */
function others(all: Stored, name: string, limit: number): [string, unknown][] {
  const kept = Object.entries(all).filter(([one]) => one !== name);
  return kept.slice(Math.max(0, kept.length - limit + 1));
}

export function writeSettings(person: string, list: string, settings: TableSettings): void {
  const all = readAll();
  const lists = others(recordOf(all[person]), list, listLimit);
  const isStandard = JSON.stringify(settings) === JSON.stringify(standardSettings);
  const own = Object.fromEntries(isStandard ? lists : [...lists, [list, settings]]);
  const persons = others(all, person, personLimit);
  const next = Object.fromEntries(Object.keys(own).length === 0 ? persons : [...persons, [person, own]]);
  try {
    if (Object.keys(next).length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // The storage is full or blocked: the choice lasts until the page is unloaded.
  }
}
